import { Injectable } from '@nestjs/common';
import { databaseGauge, Metrics } from '../../platform/metrics/index.js';
import { asService } from '../../platform/scope/index.js';
import { ExportRunsRepository } from './export-runs.repository.js';

/** Tells operators of the stored exports of all projects: how many wait, and how much room their files take. */
@Injectable()
export class ExportMetrics {
  constructor({ registry }: Metrics, runs: ExportRunsRepository) {
    databaseGauge(registry, {
      name: 'gleaner_stored_exports',
      help: 'Stored exports of all projects, by state',
      label: 'state',
      read: () => asService(() => runs.countByState()),
    });
    databaseGauge(registry, {
      name: 'gleaner_stored_export_bytes',
      help: 'Bytes of the files of all stored exports',
      read: () => asService(() => runs.storedBytes()),
    });
  }
}
