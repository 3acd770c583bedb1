import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { type Schemas, send } from '../../api/rest.js';
import { changedFields, isNothing } from '../../parts/changed-fields.js';
import { PUT_KEYWORDS } from '../topic/keyword-queries.js';
import { type AccessDraft, accessOf } from './access.js';
import { type Draft, type TopicFields, topicOf, withDraft } from './draft.js';
import { ACCEPT_SEEDS, CREATE_TOPIC, fieldsOf, TOPIC, TOPICS_NAMED, UPDATE_TOPIC } from './queries.js';
import { bodyOf, type PolicySchema } from './session-body.js';

/** The objects created so far: they stay, and a retry continues from there. */
export interface Outcome {
  readonly failure: Failure | null;
  readonly topicId: string | null;
  readonly sessionId: string | null;
  /** The topic that has the wanted name already. */
  readonly namesake?: Namesake | null;
  /** The draft's fields of the topic, if they were saved. */
  readonly known?: TopicFields;
  /** Whether the topic was refused: topic and session have fields of the same name. */
  readonly isTopics?: boolean;
}

export interface Namesake {
  readonly id: string;
  readonly name: string;
}

/** The topic of the draft was deleted: its input is that of a new one. */
export const TOPIC_GONE: Failure = {
  message: 'The topic of this draft was deleted.',
  advice: 'Nothing that you typed is lost: Start makes the topic again.',
  field: null,
  needsKey: false,
};

/** The topic of this very name; null where there is none. */
async function namesakeOf(name: string): Promise<Namesake | null> {
  const { data } = await ask(TOPICS_NAMED, { name });
  return data?.topics.nodes.find((topic) => topic.name === name) ?? null;
}

/** Makes the draft's edits in its topic. Changes of others since it was read stay. */
async function changeTopic(draft: Draft, id: string): Promise<Failure | null> {
  const { data, failure } = await ask(TOPIC, { id });
  if (failure) return failure;
  const now = fieldsOf(data.topic);
  const { keywords, ...fields } = withDraft(now, draft);
  const input = changedFields({ name: now.name, seeds: now.seeds }, { ...fields, seeds: [...fields.seeds] });
  if (!isNothing(input)) {
    const answer = await ask(UPDATE_TOPIC, { id, input, expected: data.topic.updatedAt });
    if (answer.failure) return answer.failure;
  }
  if (isNothing(changedFields({ keywords: now.keywords }, { keywords: [...keywords] }))) return null;
  const expected = data.topic.keywordSetVersion;
  return (await ask(PUT_KEYWORDS, { topicId: id, keywords: [...keywords], expected })).failure;
}

/** The topic as the draft describes it: made, or changed if it was made before. */
export async function saveTopic(draft: Draft): Promise<Outcome> {
  const known = topicOf(draft);
  const { name } = known;
  const refused = async (failure: Failure, topicId: string | null): Promise<Outcome> => {
    const namesake = failure.field === 'name' ? await namesakeOf(name) : null;
    return { failure, topicId, sessionId: null, isTopics: true, namesake: namesake?.id === topicId ? null : namesake };
  };
  if (draft.topicId === null) {
    const input = { name, keywords: [...known.keywords], seeds: [...known.seeds] };
    const { data, failure } = await ask(CREATE_TOPIC, { input, key: crypto.randomUUID() });
    return failure ? refused(failure, null) : { failure, topicId: data.createTopic.id, sessionId: null, known };
  }
  const failure = await changeTopic(draft, draft.topicId);
  if (failure?.missing === 'topic') return { failure: TOPIC_GONE, topicId: null, sessionId: null };
  return failure ? refused(failure, draft.topicId) : { failure, topicId: draft.topicId, sessionId: null, known };
}

/** Topic, wanted seeds, session: one after the other, until one is refused. */
export async function startSession(
  draft: Draft,
  access: AccessDraft,
  policies: readonly PolicySchema[],
): Promise<Outcome> {
  const saved = await saveTopic(draft);
  if (saved.failure || saved.topicId === null) return saved;
  const { topicId } = saved;
  if (draft.wanted.length > 0) {
    const { failure } = await ask(ACCEPT_SEEDS, { topicId, urls: [...draft.wanted] });
    if (failure) return { ...saved, failure, isTopics: true };
  }
  const body = { ...bodyOf(draft, policies), ...accessOf(access) };
  const path = `/v1/topics/${encodeURIComponent(topicId)}/sessions`;
  const { data, failure } = await send<Schemas['SessionDto']>('POST', path, body, draft.key);
  // Input changed after a refusal is sent under the same key: the service remembers only accepted calls.
  return { ...saved, failure, sessionId: data?.id ?? null };
}

/** Duration of a number of fetches, at the speed of the newest session that has one; null if none has. */
export function estimateOf(
  fetches: number,
  sessions: readonly { readonly fetched: number; readonly failed: number; readonly activeSeconds: number }[],
): number | null {
  const known = sessions.find(({ fetched, failed, activeSeconds }) => fetched + failed >= 20 && activeSeconds > 0);
  return known && fetches > 0 ? (fetches * known.activeSeconds) / (known.fetched + known.failed) : null;
}
