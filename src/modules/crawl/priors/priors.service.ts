import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Misfit, policies, type PolicyDefinition, type PriorKind } from '../../../domain/policies/index.js';
import { storedSettings } from '../../../domain/base/stored-settings.js';
import { type SessionConfig, TERMINAL_STATES } from '../../../domain/session/index.js';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import { restSpelling } from '../../../platform/api/index.js';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import { runInThread } from '../../../platform/threads/index.js';
import { type TransferRequest, task } from './transfer-task.js';
import type { Origin, SpiderSource, StoredPrior } from './prior.js';
import { PriorsRepository } from './priors.repository.js';

/** The new session. */
interface PriorOf {
  readonly policy: PolicyDefinition;
  /** Resolved. */
  readonly policyConfig: unknown;
  readonly config: SessionConfig;
}

/** Limit for a checkpoint read for its learned state: half a gigabyte, millions of candidates. */
const MAX_CHECKPOINT_BYTES = 512 * 1024 * 1024;

const START_FROM = 'startFrom';

/** Longest wait of a request for another session's policy to relearn: enough for about 50 000 pages. */
const RELEARN_PATIENCE_MS = 20_000;
const RELEARN_POLL_MS = 200;

/** Warm starts of sessions: a trained spider, or the learned state of another session's policy. */
@Injectable()
export class PriorsService {
  private spiders: SpiderSource | null = null;

  constructor(private readonly priors: PriorsRepository) {}

  /** Sets the source of spiders: they are trained by a module that a crawl does not depend on. */
  takeSpidersFrom(source: SpiderSource): void {
    this.spiders = source;
  }

  /**
   * The warm start of a new session, copied from its source.
   *
   * @param startFrom a session; null for none
   * @returns null for a cold start
   * @throws DomainError VALIDATION_FAILED or INVALID_STATE naming `startFrom`, or the setting under `policyConfig`, if
   * it is not possible
   */
  async of(session: PriorOf, startFrom: string | null): Promise<StoredPrior | null> {
    const spiderId = session.policy.priors?.spiderOf?.(session.policyConfig) ?? null;
    if (startFrom === null) return spiderId === null ? null : this.spider(session, spiderId);
    requireKind(session.policy, 'session');
    if (spiderId !== null)
      throw invalid(
        START_FROM,
        'a session starts with a spider or with the learned state of another session, not with both',
        'no startFrom, or no policyConfig.spider',
      );
    return this.session(session, startFrom);
  }

  store(db: DatabaseTransaction, sessionId: string, prior: StoredPrior): Promise<void> {
    return this.priors.insert(db, sessionId, prior);
  }

  /** The warm start of a session; null for none. */
  find(sessionId: string): Promise<StoredPrior | null> {
    return this.priors.find(sessionId);
  }

  private async spider(session: PriorOf, id: string): Promise<StoredPrior> {
    const field = 'policyConfig.spider';
    if (this.spiders === null) throw new Error('no module offers spiders');
    const spider = await this.spiders.ready(id, field);
    const { spiderKind } = session.policy.priors ?? {};
    if (spider.kind !== spiderKind)
      throw invalid(
        field,
        `spider ${id} is of the kind ${spider.kind}, policy ${session.policy.name} takes ${spiderKind ?? 'none'}`,
        `a spider of the kind ${spiderKind ?? 'that the policy takes'}`,
      );
    const misfit = session.policy.priors?.misfit(session.policyConfig, spider.learntUnder) ?? null;
    if (misfit)
      throw invalid(
        `policyConfig.${misfit.setting}`,
        `spider ${id} ${misfitText(misfit)}`,
        `${misfit.setting} ${shown(misfit.there)}, or a spider with ${shown(misfit.here)}`,
      );
    return {
      kind: 'spider',
      originId: id,
      data: await this.copied(session, { kind: 'spider', data: spider.data }, field),
    };
  }

  private async session(session: PriorOf, id: string): Promise<StoredPrior> {
    const origin = await this.priors.origin(id);
    if (!origin) throw invalid(START_FROM, `session ${id} does not exist`, 'the id of a session that has ended');
    requireFit(session, origin);
    const checkpoint = await this.learntBy(session.policy, origin);
    if (typeof checkpoint === 'number')
      throw refused(
        `the saved state of session ${id} has ${checkpoint} bytes`,
        `a state of at most ${MAX_CHECKPOINT_BYTES} bytes`,
      );
    const source = { kind: 'session', data: checkpoint, earlierConfig: origin.policyConfig } as const;
    return { kind: 'session', originId: id, data: await this.copied(session, source, START_FROM) };
  }

  /**
   * The checkpoint of a session. If it is from another version of the policy, or lost, the policy relearns from the
   * session's pages.
   *
   * @returns its bytes, or their number if they exceed the limit
   */
  private async learntBy(policy: PolicyDefinition, { id, policyVersion }: Origin): Promise<Uint8Array | number> {
    const saved = () => this.priors.checkpointOf(id, MAX_CHECKPOINT_BYTES);
    const before = policyVersion === policy.version ? await saved() : null;
    if (before !== null) return before;
    await this.priors.relearn(id);
    for (const end = Date.now() + RELEARN_PATIENCE_MS; Date.now() < end; await sleep(RELEARN_POLL_MS)) {
      const now = await this.priors.origin(id);
      if (now?.pendingModelId != null) continue;
      const state = now?.policyVersion === policy.version ? await saved() : null;
      if (state !== null) return state;
      throw refused(`${policy.name} cannot relearn from the pages of session ${id}`, 'another session');
    }
    throw refused(
      `version ${policy.version} of ${policy.name} is still relearning from the pages of session ${id}: try ` +
        'again in a minute',
      'a session whose policy has learnt',
    );
  }

  private async copied(
    { policy, policyConfig, config }: PriorOf,
    source: Pick<TransferRequest, 'kind' | 'data' | 'earlierConfig'>,
    field: string,
  ): Promise<Uint8Array> {
    const request = {
      ...source,
      policy: policy.name,
      config: policyConfig,
      session: config,
    };
    const response = await runInThread(task, request, new AbortController().signal);
    if (response.kind === 'refused')
      throw new DomainError('INVALID_STATE', `it cannot start with that learned state: ${response.message}`, { field });
    return response.data;
  }
}

function requireKind(policy: PolicyDefinition, kind: PriorKind): void {
  if (policy.priors?.kinds.includes(kind) === true) return;
  const able = policies.filter(({ priors }) => priors?.kinds.includes(kind)).map(({ name }) => name);
  throw invalid(
    START_FROM,
    `policy ${policy.name} cannot start from the learned state of another session`,
    `a session with one of the policies ${able.join(', ')}`,
  );
}

function requireFit({ policy, policyConfig }: PriorOf, origin: Origin): void {
  const { id, state } = origin;
  if (!TERMINAL_STATES.has(state)) throw refused(`session ${id} is ${restSpelling(state)}`, 'a session that has ended');
  if (origin.policy !== policy.name)
    throw refused(`session ${id} has the policy ${origin.policy}, not ${policy.name}`, `a session with ${policy.name}`);
  const earlier = storedSettings(policy.configSchema, origin.policyConfig) as Readonly<Record<string, unknown>>;
  const misfit = policy.priors?.misfit(policyConfig, earlier) ?? null;
  if (misfit)
    throw refused(
      `session ${id} ${misfitText(misfit)}`,
      `the same ${misfit.setting} in policyConfig: ${shown(misfit.there)}`,
    );
}

const refused = (message: string, allowed: string): DomainError =>
  new DomainError('INVALID_STATE', message, { field: START_FROM, allowed });
const shown = (value: unknown): string => JSON.stringify(value) ?? 'none';
const misfitText = ({ setting, here, there }: Misfit): string =>
  `has learnt with ${setting} ${shown(there)}, this session has ${shown(here)}`;
