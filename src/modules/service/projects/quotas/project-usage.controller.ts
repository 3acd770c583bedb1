import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../../../platform/api/index.js';
import { Call } from '../calls.js';
import { ProjectUsageDto } from '../dto/project-usage.dto.js';
import { ProjectUsageService } from './project-usage.service.js';

@ApiTags('projects')
@Controller('projects/:projectId/usage')
export class ProjectUsageController {
  constructor(private readonly usage: ProjectUsageService) {}

  @Get()
  @Call('getProjectUsage')
  @ApiOkResponse({ type: ProjectUsageDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  get(@Param('projectId', UuidPipe) projectId: string): Promise<ProjectUsageDto> {
    return this.usage.get(projectId);
  }
}
