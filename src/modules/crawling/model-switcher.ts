import { Injectable, Logger } from '@nestjs/common';
import { findPolicy } from '../../domain/policies/index.js';
import { isRemoteJudge, judgeByModel } from '../../domain/session/index.js';
import { askAhead, checkpointAtRest, LeaseLostError, mindOf, relearnCrawl } from '../../engine/index.js';
import { databaseTrouble } from '../../platform/database/index.js';
import { ModelsService } from '../models/index.js';
import { crawlStateOf } from './crawl-state-of.js';
import type { ClaimedSession } from './crawl-session.js';
import { ModelSwitchRepository } from './model-switch.repository.js';
import type { PatientDatabase } from './patience.js';

/** Changes the model of sessions whose users asked for it. */
@Injectable()
export class ModelSwitcher {
  private readonly log = new Logger('models');

  constructor(
    private readonly models: ModelsService,
    private readonly switches: ModelSwitchRepository,
  ) {}

  /**
   * The session under the model it is to go on with: all its pages judged anew, its policy taught by the rewards they would have had, its candidates valued
   * by the new model. Without a model asked for, the session as it is. Takes about as long as a restart without checkpoint.
   *
   * When that fails the session goes on under the model it had, and an event says why.
   *
   * @param database of this session; what it throws when it was away for too long is passed on
   * @param signal ends the waiting for a classifier: the session is as it was then, and the other model still asked for
   * @throws LeaseLostError when another worker has taken the session over
   */
  async apply(
    session: ClaimedSession,
    { store, patiently }: PatientDatabase,
    signal: AbortSignal,
  ): Promise<ClaimedSession> {
    const { lease, pendingModelId: modelId } = session;
    if (modelId === null) return session;
    const policyVersion = findPolicy(session.policy)?.version ?? session.policyVersion;
    try {
      const model = await patiently(() => this.models.loadModel(modelId));
      const { seeded } = await store.load();
      if (!seeded) {
        if (!(await patiently(() => this.switches.setModel(lease, modelId)))) throw new LeaseLostError();
        return { ...session, modelId, pendingModelId: null };
      }
      const judge = judgeByModel(model);
      // A classifier takes its time, and a transaction is not to be open for so long: its verdicts are kept for the second time they are asked for.
      if (isRemoteJudge(judge)) await askAhead(store, session.config, judge, signal);
      await patiently(async (attempt) => {
        if (attempt > 0 && (await this.switches.isMade(lease, modelId))) return;
        const state = crawlStateOf(session, model);
        await this.switches.run(lease, async (change) => {
          await relearnCrawl(state, store, session.seeds, judge, (page) => change.add(page), signal);
          return change.finish({
            modelId,
            policyVersion,
            counters: state.counters(),
            policyStats: state.policy.stats(),
            checkpoint: await checkpointAtRest(state),
            mind: mindOf(state, (error) =>
              this.log.error(
                { err: error },
                `the policy of session ${lease.sessionId} fails to say what it has learnt`,
              ),
            ),
          });
        });
      });
      return { ...session, modelId, policyVersion, pendingModelId: null };
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (signal.aborted) return session;
      // The database stayed away for too long: the model is still asked for when the session is taken up again.
      if (databaseTrouble(error)) throw error;
      this.log.error({ err: error }, `session ${lease.sessionId} keeps its model`);
      const message = error instanceof Error ? error.message : String(error);
      await patiently(() => this.switches.giveUp(lease, modelId, message));
      return { ...session, pendingModelId: null };
    }
  }
}
