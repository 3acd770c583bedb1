import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../api/client.js';
import type { Failure } from '../api/failures.js';
import { read, type Schemas } from '../api/rest.js';
import { type Settings, settingsOf } from './session-settings.js';

/** A session whose settings another one, or a schedule, is to have. */
interface LikeSession {
  readonly id: string;
  readonly topicId: string;
  readonly name: string;
  readonly settings: Settings;
}

async function readLike(id: string): Promise<Answer<LikeSession>> {
  const { data: session, failure } = await read<Schemas['SessionDto']>(`/v1/sessions/${encodeURIComponent(id)}`);
  if (failure) return { data: null, failure };
  const topic = await read<Schemas['TopicDetailsDto']>(`/v1/topics/${encodeURIComponent(session.topicId)}`);
  if (topic.failure) return { data: null, failure: topic.failure };
  const { topicId, name } = session;
  const settings = settingsOf(session, topic.data.seeds);
  return { data: { id, topicId, name: name ?? topic.data.name, settings }, failure: null };
}

interface Like {
  readonly like: LikeSession | null;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/** All settings of a session. @param id null: of none */
export function useSessionSettings(id: string | null): Like {
  const [answer, setAnswer] = useState<Answer<LikeSession> | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (id === null) return;
    let isGone = false;
    void readLike(id).then((settings) => isGone || setAnswer(settings));
    return () => void (isGone = true);
  }, [id, attempt]);
  return {
    like: answer?.data ?? null,
    failure: answer?.failure ?? null,
    reload: () => setAttempt((before) => before + 1),
  };
}
