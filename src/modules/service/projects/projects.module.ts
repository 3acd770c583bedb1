import { Module } from '@nestjs/common';
import { AuditController } from './audit/audit.controller.js';
import { AuditRepository } from './audit/audit.repository.js';
import { AuditResolver } from './audit/audit.resolver.js';
import { AuditSweeper } from './audit/audit-sweeper.js';
import { AuditService } from './audit/audit.service.js';
import { ProjectKeysController } from './keys/project-keys.controller.js';
import { ProjectKeysRepository } from './keys/project-keys.repository.js';
import { ProjectKeysResolver } from './keys/project-keys.resolver.js';
import { ProjectKeysService } from './keys/project-keys.service.js';
import { ProjectUsageController } from './quotas/project-usage.controller.js';
import { ProjectUsageRepository } from './quotas/project-usage.repository.js';
import { ProjectUsageResolver } from './quotas/project-usage.resolver.js';
import { ProjectUsageService } from './quotas/project-usage.service.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsResolver } from './projects.resolver.js';
import { ProjectsService } from './projects.service.js';

/** Projects, which own everything else, and their users' keys. */
@Module({
  controllers: [ProjectsController, ProjectKeysController, AuditController, ProjectUsageController],
  providers: [
    ProjectsService,
    ProjectsRepository,
    ProjectsResolver,
    ProjectKeysService,
    ProjectKeysRepository,
    ProjectKeysResolver,
    AuditService,
    AuditRepository,
    AuditResolver,
    AuditSweeper,
    ProjectUsageService,
    ProjectUsageRepository,
    ProjectUsageResolver,
  ],
  exports: [ProjectsService],
})
export class ProjectsModule {}
