import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../../platform/metrics/index.js';
import { asService } from '../../../platform/scope/index.js';
import { ExportRunsRepository } from './export-runs.repository.js';

/** The state of all projects' stored exports. */
export interface ExportsStanding {
  readonly queued: number;
  readonly running: number;
  /** Complete files and their bytes. */
  readonly stored: number;
  readonly bytes: number;
}

/** Metrics of the stored exports of all projects: waiting ones, and the size of their files. */
@Injectable()
export class ExportMetrics {
  constructor(
    { registry }: Metrics,
    private readonly runs: ExportRunsRepository,
  ) {
    databaseGauge(registry, {
      name: 'gleaner_stored_exports',
      help: 'Stored exports of all projects, by state',
      label: 'state',
      read: async () => (await asService(() => runs.standing())).states,
    });
    databaseGauge(registry, {
      name: 'gleaner_stored_export_bytes',
      help: 'Bytes of the files of all stored exports',
      read: async () => (await asService(() => runs.standing())).bytes,
    });
  }
  /** The figures of all metrics, read together. */
  async standing(): Promise<ExportsStanding> {
    const { states, bytes } = await asService(() => this.runs.standing());
    return { queued: states.QUEUED, running: states.RUNNING, stored: states.COMPLETED, bytes };
  }
}
