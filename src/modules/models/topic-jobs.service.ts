import { Injectable } from '@nestjs/common';
import { mapSlice, type Slice, sliceOf } from '../../platform/api/index.js';
import { type JobDto, JobsService, toJobDto } from '../jobs/index.js';
import { byTopic, createdCursor, createdKey, onlySlice, type PageRequest, TopicsService } from '../topics/index.js';

/** The background work on a topic and its models. */
@Injectable()
export class TopicJobsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly topics: TopicsService,
  ) {}

  /** Newest first. @throws DomainError NOT_FOUND when there is no such topic */
  async list(topicId: string, page: PageRequest): Promise<Slice<JobDto>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page));
  }

  /** The same piece of the list of each topic. */
  async listOf(topicIds: readonly string[], { first, after }: PageRequest): Promise<Map<string, Slice<JobDto>>> {
    const rows = byTopic(await this.jobs.listOfTopics(topicIds, first + 1, createdCursor(after)));
    return new Map(topicIds.map((id) => [id, mapSlice(sliceOf(rows.get(id) ?? [], first, createdKey), ({ topicId: _, ...job }) => toJobDto(job))]));
  }
}
