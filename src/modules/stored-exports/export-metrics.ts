import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { asService } from '../../platform/scope/index.js';
import { ExportRunsRepository } from './export-runs.repository.js';

/** How the stored exports of all projects stand. */
export interface ExportsStanding {
  readonly queued: number;
  readonly running: number;
  /** Files that are whole, and their bytes. */
  readonly stored: number;
  readonly bytes: number;
}

/** Tells operators of the stored exports of all projects: how many wait, and how much room their files take. */
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
  /** What the metrics tell, at once. */
  async standing(): Promise<ExportsStanding> {
    const { states, bytes } = await asService(() => this.runs.standing());
    return { queued: states.QUEUED, running: states.RUNNING, stored: states.COMPLETED, bytes };
  }
}
