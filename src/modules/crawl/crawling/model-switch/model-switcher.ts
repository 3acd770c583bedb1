import { Injectable, Logger } from '@nestjs/common';
import { findPolicy } from '../../../../domain/policies/index.js';
import { isRemoteJudge, judgeByModel } from '../../../../domain/session/index.js';
import {
  askAhead,
  checkpointAtRest,
  LeaseLostError,
  learnedStateOf,
  relearnCrawl,
  type Rejudged,
} from '../../../../engine/index.js';
import { databaseTrouble } from '../../../../platform/database/index.js';
import { ModelsService } from '../../../topics/models/index.js';
import { crawlStateOf } from '../session/crawl-state-of.js';
import type { ClaimedSession } from '../crawl-session.js';
import { ModelSwitchRepository } from './model-switch.repository.js';
import type { PatientDatabase } from '../waits/patience.js';

/** Part of a change that an external classifier takes; the policy learns in the rest. */
const ASK_SHARE = 0.8;

/** Changes the model of sessions on request. */
@Injectable()
export class ModelSwitcher {
  private readonly log = new Logger('models');

  constructor(
    private readonly models: ModelsService,
    private readonly switches: ModelSwitchRepository,
  ) {}

  /**
   * The session under its requested model: rejudges all its pages, retrains its policy with the rewards they would have
   * had, and values its candidates with the new model. Returns the session unchanged if no model was requested. Takes
   * about as long as a restart without checkpoint.
   *
   * If this fails, the session continues under its old model, and an event says why.
   *
   * @param database of this session; an outage longer than its patience is thrown
   * @param signal ends waiting for a classifier: the session stays unchanged, and the request stays
   * @param progress called with the share done, from 0 to 1
   * @throws LeaseLostError if another worker has taken over the session
   */
  async apply(
    session: ClaimedSession,
    { store, patiently }: PatientDatabase,
    signal: AbortSignal,
    progress: (share: number) => void = () => undefined,
  ): Promise<ClaimedSession> {
    const { lease, pendingModelId: modelId } = session;
    if (modelId === null) return session;
    const policyVersion = findPolicy(session.policy)?.version ?? session.policyVersion;
    try {
      const model = await patiently(() => this.models.loadModel(modelId));
      const { seeded, completed } = await store.load();
      if (!seeded) {
        if (!(await patiently(() => this.switches.setModel(lease, modelId)))) throw new LeaseLostError();
        return { ...session, modelId, pendingModelId: null };
      }
      const judge = judgeByModel(model);
      // A classifier is slow, and a transaction should not stay open that long: its verdicts are fetched before and
      // reused in it.
      const asked = isRemoteJudge(judge) ? ASK_SHARE : 0;
      await askAhead(store, session.config, judge, signal, (steps) => progress((asked * steps) / completed));
      await patiently(async (attempt) => {
        if (attempt > 0 && (await this.switches.isMade(lease, modelId))) return;
        const state = crawlStateOf(session, model);
        await this.switches.run(lease, async (change) => {
          const onRejudged = (page: Rejudged): Promise<void> => {
            progress(asked + ((1 - asked) * state.completed) / completed);
            return change.add(page);
          };
          await relearnCrawl(state, store, { seeds: session.seeds, judge, onRejudged, signal });
          return change.finish({
            modelId,
            policyVersion,
            counters: state.counters(),
            policyStats: state.policy.stats(),
            checkpoint: await checkpointAtRest(state),
            learnedState: learnedStateOf(state, (error) =>
              this.log.error(
                { err: error, sessionId: lease.sessionId },
                'the policy of a session cannot export its learned state',
              ),
            ),
          });
        });
      });
      return { ...session, modelId, policyVersion, pendingModelId: null };
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (signal.aborted) return session;
      // The database was away for too long: the request stays for the next run of the session.
      if (databaseTrouble(error)) throw error;
      this.log.error({ err: error, sessionId: lease.sessionId }, 'a session keeps its model');
      const message = error instanceof Error ? error.message : String(error);
      await patiently(() => this.switches.giveUp(lease, modelId, message));
      return { ...session, pendingModelId: null };
    }
  }
}
