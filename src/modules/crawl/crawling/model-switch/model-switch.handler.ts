import { Injectable } from '@nestjs/common';
import type { JsonValue } from '../../../../domain/base/json-value.js';
import { LeaseLostError } from '../../../../engine/index.js';
import { HandlesJobs, type Job, type JobContext, type JobHandler, SWITCH_MODEL } from '../../../base/jobs/index.js';
import { CrawlSessionsRepository } from '../session/crawl-sessions.repository.js';
import { ModelSwitcher } from './model-switcher.js';
import { Patience } from '../waits/patience.js';

/** Changes the model of ended sessions: no crawl worker claims them unless they are extended or resumed. */
@Injectable()
@HandlesJobs()
export class ModelSwitchHandler implements JobHandler {
  readonly kind = SWITCH_MODEL;

  constructor(
    private readonly sessions: CrawlSessionsRepository,
    private readonly switcher: ModelSwitcher,
    private readonly patience: Patience,
  ) {}

  async run({ subjectId }: Job, { signal, progress }: JobContext): Promise<JsonValue> {
    const session = await this.sessions.holdEnded(subjectId);
    // The session has been resumed, and the worker that claims it changes the model; or the switch was called off, or
    // another model requested.
    if (!session) return { switched: false };
    try {
      const { modelId } = await this.switcher.apply(session, this.patience.of(session.lease, signal), signal, progress);
      signal.throwIfAborted();
      return { switched: modelId !== session.modelId };
    } catch (error) {
      if (error instanceof LeaseLostError) return { switched: false };
      throw error;
    }
  }
}
