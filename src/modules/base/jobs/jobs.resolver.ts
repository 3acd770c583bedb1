import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { UuidPipe } from '../../../platform/api/index.js';
import { CALLS } from './jobs.controller.js';
import { JobDto, toJobDto } from './dto/job.dto.js';
import { JobsService } from './jobs.service.js';

@Resolver(() => JobDto)
export class JobsResolver {
  constructor(private readonly jobs: JobsService) {}

  @Query(() => JobDto, { description: CALLS.getJob })
  async job(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.get(id));
  }

  @Mutation(() => JobDto, {
    description: CALLS.cancelJob,
  })
  async cancelJob(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.cancel(id));
  }
}
