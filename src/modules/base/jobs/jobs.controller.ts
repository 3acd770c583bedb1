import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ApiProblem,
  Conditional,
  IfMatch,
  type Precondition,
  UuidPipe,
  operationsOf,
} from '../../../platform/api/index.js';
import { JobDto, toJobDto } from './dto/job.dto.js';
import { JobsService } from './jobs.service.js';

/** Summaries of this module's calls, by operation id in REST; GraphQL uses the same texts. */
export const CALLS = {
  getJob: 'State of a job',
  cancelJob: 'Cancel a job. A queued job ends at once, a running job within about a second',
} as const;

const Call = operationsOf(CALLS);

@ApiTags('jobs')
@Controller('jobs')
export class JobsController {
  constructor(private readonly jobs: JobsService) {}

  @Get(':id')
  @Call('getJob')
  @ApiOkResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(@Param('id', UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.get(id));
  }

  @Post(':id/cancel')
  @Conditional()
  @HttpCode(202)
  @Call('cancelJob')
  @ApiAcceptedResponse({ type: JobDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'INVALID_STATE')
  async cancel(@Param('id', UuidPipe) id: string, @IfMatch() condition: Precondition | undefined): Promise<JobDto> {
    return toJobDto(await this.jobs.cancel(id, condition));
  }
}
