import { Module } from '@nestjs/common';
import { ProjectKeysController } from './keys/project-keys.controller.js';
import { ProjectKeysRepository } from './keys/project-keys.repository.js';
import { ProjectKeysResolver } from './keys/project-keys.resolver.js';
import { ProjectKeysService } from './keys/project-keys.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsResolver } from './projects.resolver.js';
import { ProjectsService } from './projects.service.js';

/** Projects, which own everything else, and the keys by which their users call. */
@Module({
  controllers: [ProjectsController, ProjectKeysController],
  providers: [
    ProjectsService,
    ProjectsRepository,
    ProjectsResolver,
    ProjectKeysService,
    ProjectKeysRepository,
    ProjectKeysResolver,
  ],
  exports: [ProjectsService],
})
export class ProjectsModule {}
