import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblem, UuidPipe } from '../../platform/api/index.js';
import { JobDto } from './dto/job.dto.js';
import { toJobDto } from './jobs.mapper.js';
import { JobsService } from './jobs.service.js';

@ApiTags('jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get(':id')
  @ApiOperation({ summary: 'State of a job', operationId: 'getJob' })
  @ApiOkResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.get(id));
  }
}
