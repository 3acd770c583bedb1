import { Injectable, Logger } from '@nestjs/common';
import { encodeSnapshot } from '../../domain/learning/snapshot.js';
import { isRemoteJudge, judgeByModel } from '../../domain/session/index.js';
import { askAhead, LeaseLostError, relearnCrawl } from '../../engine/index.js';
import { ModelsService } from '../models/index.js';
import { CrawlLogRepository } from './crawl-log.repository.js';
import { crawlStateOf } from './crawl-state-of.js';
import type { ClaimedSession } from './crawl-session.js';
import { ModelSwitchRepository } from './model-switch.repository.js';

/** Changes the model of claimed sessions whose users asked for it. */
@Injectable()
export class ModelSwitcher {
  private readonly log = new Logger('models');

  constructor(
    private readonly crawlLog: CrawlLogRepository,
    private readonly models: ModelsService,
    private readonly switches: ModelSwitchRepository,
  ) {}

  /**
   * The session under the model it is to go on with: all its pages judged anew, its policy taught by the rewards they would have had, its candidates valued
   * by the new model. Without a model asked for, the session as it is. Takes about as long as a restart without checkpoint.
   *
   * When that fails the session goes on under the model it had, and an event says why.
   *
   * @param signal ends the waiting for a classifier: the session is as it was then, and the other model still asked for
   * @throws LeaseLostError when another worker has taken the session over
   */
  async apply(session: ClaimedSession, signal: AbortSignal): Promise<ClaimedSession> {
    const { lease, pendingModelId: modelId } = session;
    if (modelId === null) return session;
    try {
      const model = await this.models.loadModel(modelId);
      const store = this.crawlLog.storeFor(lease);
      const { seeded } = await store.load();
      if (!seeded) {
        if (!(await this.switches.setModel(lease, modelId))) throw new LeaseLostError();
      } else {
        const state = crawlStateOf(session, model);
        const judge = judgeByModel(model);
        // A classifier takes its time, and a transaction is not to be open for so long: its verdicts are kept for the second time they are asked for.
        if (isRemoteJudge(judge)) await askAhead(store, session.config, judge, signal);
        await this.switches.run(lease, async (change) => {
          await relearnCrawl(state, store, session.seeds, judge, (page) => change.add(page), signal);
          await change.finish({ modelId, counters: state.counters(), policyStats: state.policy.stats(), checkpoint: encodeSnapshot(state.save()) });
        });
      }
      return { ...session, modelId, pendingModelId: null };
    } catch (error) {
      if (error instanceof LeaseLostError) throw error;
      if (signal.aborted) return session;
      this.log.error({ err: error }, `session ${lease.sessionId} keeps its model`);
      await this.switches.giveUp(lease, modelId, error instanceof Error ? error.message : String(error));
      return { ...session, pendingModelId: null };
    }
  }
}
