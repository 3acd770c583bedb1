import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { type AccessDraft, accessOf } from './access.js';
import { type Draft, identityOf, keywordsIn, nameFor, paceOf, seedsIn } from './draft.js';
import { ACCEPT_SEEDS, CREATE_SESSION, CREATE_TOPIC, UPDATE_TOPIC } from './queries.js';
import { configOf } from './schema-fields.js';

/** How far it got: what was made stays made, so that a second try goes on there. */
export interface Outcome {
  readonly failure: Failure | null;
  readonly topicId: string | null;
  readonly sessionId: string | null;
}

/** The topic as the draft describes it: made, or changed if it was made before. */
export async function saveTopic(draft: Draft): Promise<Outcome> {
  const [name, keywords, seeds] = [nameFor(draft), keywordsIn(draft.keywords), seedsIn(draft.seeds)];
  if (draft.topicId === null) {
    const { data, failure } = await ask(CREATE_TOPIC, { input: { name, keywords, seeds }, key: crypto.randomUUID() });
    return { failure, topicId: data?.createTopic.id ?? null, sessionId: null };
  }
  const { failure } = await ask(UPDATE_TOPIC, { id: draft.topicId, input: { name, seeds }, keywords: { keywords } });
  return { failure, topicId: draft.topicId, sessionId: null };
}

/** Topic, wanted seeds, session: one after the other, until one is refused. */
export async function startSession(draft: Draft, access: AccessDraft, configSchema: unknown): Promise<Outcome> {
  const saved = await saveTopic(draft);
  if (saved.failure || saved.topicId === null) return saved;
  const { topicId } = saved;
  if (draft.wanted.length > 0) {
    const { failure } = await ask(ACCEPT_SEEDS, { topicId, urls: [...draft.wanted] });
    if (failure) return { ...saved, failure };
  }
  const budget = {
    ...(draft.fetches === '' ? {} : { fetches: Number(draft.fetches) }),
    ...(draft.minutes === '' ? {} : { minutes: Number(draft.minutes) }),
  };
  const { data, failure } = await ask(CREATE_SESSION, {
    topicId,
    input: {
      policy: draft.policy,
      policyConfig: configOf(configSchema, draft.settings[draft.policy] ?? {}),
      ...paceOf(draft),
      ...identityOf(draft),
      ...accessOf(access),
      budget,
    },
    key: draft.key,
  });
  return { failure, topicId, sessionId: data?.createSession.id ?? null };
}

/** How long so many fetches take, if the crawl is as fast as the newest one that has a speed; null where nothing is known. */
export function estimateOf(
  fetches: number,
  sessions: readonly { readonly fetched: number; readonly failed: number; readonly activeSeconds: number }[],
): number | null {
  const known = sessions.find(({ fetched, failed, activeSeconds }) => fetched + failed >= 20 && activeSeconds > 0);
  return known && fetches > 0 ? (fetches * known.activeSeconds) / (known.fetched + known.failed) : null;
}
