import { Args, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
import { UuidPipe } from '../../platform/api/index.js';
import { JobDto } from './dto/job.dto.js';
import { toJobDto } from './jobs.mapper.js';
import { JobsService } from './jobs.service.js';

@Resolver(() => JobDto)
export class JobsResolver {
  constructor(private readonly jobs: JobsService) {}

  @Query(() => JobDto)
  async job(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.get(id));
  }

  @Mutation(() => JobDto, {
    description: 'Cancels a job: at once while it is queued, within about a second while it runs',
  })
  async cancelJob(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<JobDto> {
    return toJobDto(await this.jobs.cancel(id));
  }
}
