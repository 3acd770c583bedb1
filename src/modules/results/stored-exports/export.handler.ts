import { Inject, Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, type JobKind } from '../../base/jobs/index.js';
import { CollectionExports } from '../collections/index.js';
import { ExportStreams, type OnShare } from '../results/index.js';
import { ExportFiles } from './export-files.js';
import { type BegunExport, ExportRunsRepository } from './export-runs.repository.js';

export const MAKE_EXPORT = 'make-export' satisfies JobKind;

/** Interval for storing progress and checking whether the export is still wanted. */
const TELL_MS = 2_000;

/** The export was deleted, or another attempt has begun. */
class NotWanted extends Error {}

/**
 * Makes the files of stored exports. Each attempt starts from the beginning with its own file; the database refers to a
 * file only once it is complete.
 */
@Injectable()
@HandlesJobs()
export class ExportHandler implements JobHandler {
  readonly kind = MAKE_EXPORT;
  readonly lane = 'files';

  constructor(
    private readonly runs: ExportRunsRepository,
    private readonly files: ExportFiles,
    private readonly streams: ExportStreams,
    private readonly collections: CollectionExports,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'EXPORT_DAYS'>,
  ) {}

  async run({ subjectId: exportId }: Job, context: JobContext): Promise<JsonValue> {
    const begun = await this.runs.begin(exportId);
    if (begun !== null && (await this.make(begun, context))) return { exportId, state: 'COMPLETED' };
    // Deleted, or it had ended just before an earlier worker died.
    return { exportId, state: (await this.runs.stateOf(exportId)) ?? 'DELETED' };
  }

  async failed({ subjectId }: Job, error: string, transaction?: DatabaseTransaction): Promise<void> {
    await this.runs.fail(subjectId, error, this.config.EXPORT_DAYS, transaction);
  }

  /** @returns false if nobody needs it any more */
  private async make(begun: BegunExport, { signal, progress }: JobContext): Promise<boolean> {
    let [share, leftOut] = [0, 0];
    let due = 0;
    const written = async (bytes: number): Promise<void> => {
      if (performance.now() < due) return;
      progress(share);
      if (!(await this.runs.noteProgress(begun, bytes, share, leftOut))) throw new NotWanted();
      due = performance.now() + TELL_MS;
    };
    const onShare: OnShare = (read, missing = 0) => ([share, leftOut] = [read, missing]);
    const begin = () =>
      begun.sessionId === null
        ? this.collections.open(begun.topicId, begun.form, onShare)
        : this.streams.open(begun.sessionId, begun.form, onShare);
    try {
      const made = await this.files.write(begun, begin, written, signal);
      if (await this.runs.complete(begun, made, leftOut, this.config.EXPORT_DAYS)) return true;
      await this.files.removeRun(begun);
      return false;
    } catch (error) {
      if (error instanceof NotWanted) return false;
      // The session or topic was deleted before its export began, and the export with it.
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return false;
      throw error;
    }
  }
}
