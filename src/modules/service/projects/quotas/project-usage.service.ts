import { Injectable } from '@nestjs/common';
import { ProjectsService } from '../projects.service.js';
import type { ProjectUse } from './project-usage.js';
import { ProjectUsageRepository } from './project-usage.repository.js';

@Injectable()
export class ProjectUsageService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly usage: ProjectUsageRepository,
  ) {}

  /** @throws DomainError NOT_FOUND */
  get(projectId: string): Promise<ProjectUse> {
    return this.projects.within(projectId, () => this.usage.find(projectId));
  }
}
