import { Injectable } from '@nestjs/common';
import { mapSlice, type Slice } from '../../../platform/api/index.js';
import { JobsService } from '../../base/jobs/index.js';
import type { Model } from './model.js';

/** A model with the id of its training job, or null if that was deleted. */
export type ModelWithJob = Model & { readonly jobId: string | null };

/** Joins models with the jobs that train them. */
@Injectable()
export class ModelJobsService {
  constructor(private readonly jobs: JobsService) {}

  async withJob(model: Model): Promise<ModelWithJob> {
    const jobs = await this.jobs.newestBySubject([model.id]);
    return { ...model, jobId: jobs.get(model.id)?.id ?? null };
  }

  async withJobs(models: Slice<Model>): Promise<Slice<ModelWithJob>> {
    const jobs = await this.jobs.newestBySubject(models.edges.map(({ node }) => node.id));
    return mapSlice(models, (model) => ({ ...model, jobId: jobs.get(model.id)?.id ?? null }));
  }
}
