import { Injectable } from '@nestjs/common';
import {
  createdKey,
  createdPiece,
  mapSlice,
  onlySlice,
  type PageRequest,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { type JobDto, JobsService, toJobDto } from '../../base/jobs/index.js';
import { byTopic, TopicsService } from '../topics/index.js';

/** The background work on a topic and its models. */
@Injectable()
export class TopicJobsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly topics: TopicsService,
  ) {}

  /** Newest first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest): Promise<Slice<JobDto>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page));
  }

  /** The same part of the list for each topic. */
  async listOf(topicIds: readonly string[], page: PageRequest): Promise<Map<string, Slice<JobDto>>> {
    const rows = byTopic(await this.jobs.listOfTopics(topicIds, createdPiece(page)));
    const countOf = sharedCounts(() => this.jobs.countOfTopics(topicIds));
    return new Map(
      topicIds.map((id) => [
        id,
        mapSlice(sliceOf(rows.get(id) ?? [], page, createdKey, countOf(id)), ({ topicId: _, ...job }) => toJobDto(job)),
      ]),
    );
  }
}
