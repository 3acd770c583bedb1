import { Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { CALLS } from '../calls.js';
import { ProjectUsageDto } from '../dto/project-usage.dto.js';
import { ProjectDto } from '../dto/project.dto.js';
import { ProjectUsageService } from './project-usage.service.js';

@Resolver(() => ProjectDto)
export class ProjectUsageResolver {
  constructor(private readonly service: ProjectUsageService) {}

  @ResolveField(() => ProjectUsageDto, { description: CALLS.getProjectUsage })
  usage(@Parent() { id }: ProjectDto): Promise<ProjectUsageDto> {
    return this.service.get(id);
  }
}
