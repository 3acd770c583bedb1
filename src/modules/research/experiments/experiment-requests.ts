import { Injectable } from '@nestjs/common';
import { encodeSnapshot } from '../../../domain/base/snapshot.js';
import { storedSettings } from '../../../domain/base/stored-settings.js';
import { findPolicy, type PolicyDefinition } from '../../../domain/policies/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { ModelsService } from '../../topics/models/index.js';
import { KeywordSetsService } from '../../topics/topics/index.js';
import { WebLibrary } from '../web-library/index.js';
import { loadWordVectors } from '../../base/word-vectors/index.js';
import { type Experiment, type ExperimentPlan, MAX_STORED_BYTES, MAX_STORED_PAGES } from './experiment.js';
import { encodePages } from './experiment-pages.js';
import { ExperimentPolicies } from './experiment-policies.js';
import type { ExperimentRequest } from './experiment-task.js';
import { ExperimentsRepository } from './experiments.repository.js';
import { StoredGraphsRepository } from './stored-graphs.repository.js';

/** Gathers the input for the thread of an experiment. */
@Injectable()
export class ExperimentRequests {
  constructor(
    private readonly experiments: ExperimentsRepository,
    private readonly policies: ExperimentPolicies,
    private readonly graphs: StoredGraphsRepository,
    private readonly models: ModelsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly library: WebLibrary,
  ) {}

  /** @throws DomainError if something that the experiment needs is gone or has changed */
  async of(experiment: Experiment, signal: AbortSignal): Promise<ExperimentRequest> {
    const { id } = experiment;
    const plan = await this.upgraded(experiment);
    const priors = await this.policies.priorsOf(plan);
    return {
      web: await this.webOf(plan, signal),
      ...{
        seeds: plan.seeds,
        session: plan.session,
        concurrency: plan.concurrency ?? 1,
        reward: plan.reward,
        truth: plan.truth,
      },
      policies: plan.policies.map(({ policy, policyConfig: config, session }, i) => ({
        ...{ policy, config, prior: priors[i] },
        ...(session && { session }),
      })),
      ...{ randomSeeds: plan.randomSeeds, budgets: plan.budgets },
      done: await this.experiments.finishedKeys(id),
      judge: await this.judgeOf(experiment),
    };
  }

  /**
   * The plan with this version's policies. Runs of different versions are not comparable, so runs of another version
   * are repeated.
   */
  private async upgraded({ id, plan }: Experiment): Promise<ExperimentPlan> {
    const policies = plan.policies.map((chosen) => {
      const { version, configSchema } = known(chosen.policy);
      return { ...chosen, policyVersion: version, policyConfig: storedSettings(configSchema, chosen.policyConfig) };
    });
    const upgraded = { ...plan, policies };
    const changed = plan.policies.flatMap(({ policyVersion }, i) =>
      policyVersion === policies[i]?.policyVersion ? [] : [i],
    );
    if (changed.length > 0) await this.experiments.upgrade(id, upgraded, changed);
    return upgraded;
  }

  private async webOf({ web }: ExperimentPlan, signal: AbortSignal): Promise<ExperimentRequest['web']> {
    if (web.kind === 'synthetic') return { kind: 'synthetic', settings: web.settings };
    if (web.kind === 'session')
      return { kind: 'session', pages: await this.pagesOf(web.sessionId, signal), policy: web.policy };
    const files = await this.library.find(web.name);
    if (!files) throw new DomainError('NOT_FOUND', `there is no recorded web ${web.name}`);
    return { kind: 'recorded', path: files.path, labelFile: files.labels, labels: web.labels };
  }

  /**
   * Pages as JSON, batch by batch, in memory shared with the thread: cloning them all at once would block the process.
   */
  private async pagesOf(sessionId: string, signal: AbortSignal): Promise<SharedArrayBuffer[]> {
    const batches: SharedArrayBuffer[] = [];
    let [bytes, count] = [0, 0];
    for await (const batch of this.graphs.pages(sessionId)) {
      signal.throwIfAborted();
      const encoded = encodePages(batch);
      batches.push(encoded);
      bytes += encoded.byteLength;
      count += batch.length;
      if (bytes > MAX_STORED_BYTES || count > MAX_STORED_PAGES)
        throw new DomainError('INVALID_STATE', `the pages of session ${sessionId} are too large for memory`);
    }
    if (count === 0) throw new DomainError('NOT_FOUND', `session ${sessionId} has no pages any more`);
    return batches;
  }

  private async judgeOf({ topicId, modelId, plan }: Experiment): Promise<ExperimentRequest['judge']> {
    if (topicId === null || modelId === null) return null;
    const model = await this.models.loadModel(modelId);
    const set = plan.keywordSetVersion === null ? null : await this.keywordSets.get(topicId, plan.keywordSetVersion);
    const { buffer } = await loadWordVectors();
    return {
      kind: model.kind,
      weights: encodeSnapshot(model.save()),
      keywords: set?.keywords ?? [],
      vectors: buffer,
      stored: plan.web.kind === 'session' && plan.web.ownModel,
    };
  }
}

function known(name: string): PolicyDefinition {
  const policy = findPolicy(name);
  if (policy) return policy;
  throw new DomainError('INVALID_STATE', `the experiment compares policy ${name}, which this version does not have`);
}
