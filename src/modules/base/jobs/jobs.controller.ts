import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, Conditional, IfMatch, type Precondition, UuidPipe } from '../../../platform/api/index.js';
import { Call } from './calls.js';
import { JobDto, toJobDto } from './dto/job.dto.js';
import { JobsService } from './jobs.service.js';

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
