import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { Empty, Failed } from '../../parts/states.js';
import { percent } from '../../parts/words.js';
import { type Candidate, CANDIDATES, JOB, SUGGEST_SEEDS } from './queries.js';
import './seed-suggestions.css';

const EVERY_MS = 1_000;

interface Props {
  /** The topic, made or changed now if need be; null when that was refused. */
  readonly save: () => Promise<string | null>;
  readonly topicId: string | null;
  readonly wanted: readonly string[];
  readonly want: (urls: readonly string[]) => void;
  /** Called when the topic was deleted; without it, that is a failure like others. */
  readonly gone?: () => void;
}

/** Finds seeds by the keywords, and lets people choose among them. */
export function SeedSuggestions({ save, topicId, wanted, want, gone }: Props): JSX.Element {
  const [job, setJob] = useState<{ readonly id: string; readonly progress: number } | null>(null);
  const [candidates, setCandidates] = useState<readonly Candidate[] | null>(null);
  const [hasLooked, setLooked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const show = async (topic: string): Promise<void> => {
    const answer = await ask(CANDIDATES, { topicId: topic });
    if (gone && answer.failure?.missing === 'topic') return gone();
    setFailure(answer.failure);
    if (answer.data) setCandidates(answer.data.topic.seedCandidates.nodes);
  };
  const suggest = async (): Promise<void> => {
    setFailure(null);
    const topic = await save();
    if (topic === null) return;
    const { data, failure: refused } = await ask(SUGGEST_SEEDS, { topicId: topic });
    setFailure(refused);
    if (data) setJob({ id: data.suggestSeeds.id, progress: 0 });
  };
  useEffect(() => {
    if (topicId !== null) void show(topicId);
    // Those of before, when the screen is opened again.
  }, []);
  useEffect(() => {
    if (topicId === null) setCandidates(null);
  }, [topicId]);
  useEffect(() => {
    if (job === null) return;
    const timer = setTimeout(() => {
      void ask(JOB, { id: job.id }).then(async ({ data, failure: refused }) => {
        if (data && (data.job.state === 'QUEUED' || data.job.state === 'RUNNING'))
          return setJob({ id: job.id, progress: data.job.progress });
        setJob(null);
        setLooked(true);
        if (data?.job.state === 'COMPLETED' && topicId !== null) return show(topicId);
        setFailure(
          refused ?? {
            message: data?.job.error ?? 'The search was cancelled.',
            advice: 'Enter addresses yourself, or try again.',
            field: null,
            needsKey: false,
          },
        );
      });
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [job, topicId]);
  return (
    <div class="suggestions">
      <button type="button" disabled={job !== null} onClick={() => void suggest()}>
        Suggest seeds
      </button>{' '}
      <small>Searches stored pages, their links and, if the service has one, a search engine.</small>
      {job !== null && (
        <p role="status">
          Looking for seeds … <progress value={job.progress} max={1} aria-label="Progress of the search" />
        </p>
      )}
      {failure && <Failed failure={failure} again={() => void suggest()} />}
      {hasLooked && candidates?.length === 0 && job === null && (
        <Empty>
          <p role="status">Nothing was found. Enter some addresses yourself: one good page is enough to begin with.</p>
        </Empty>
      )}
      {candidates !== null && candidates.length > 0 && (
        <fieldset>
          <legend>Suggested seeds</legend>
          <ul class="choices">
            {candidates.map(({ url, title, reason, score }) => (
              <li key={url}>
                <label>
                  <input
                    type="checkbox"
                    checked={wanted.includes(url)}
                    onChange={(event) =>
                      want(event.currentTarget.checked ? [...wanted, url] : wanted.filter((other) => other !== url))
                    }
                  />{' '}
                  <bdi>{title === '' ? url : title}</bdi>{' '}
                  <small>
                    {url} · <bdi>{reason}</bdi> · score {percent(score)}
                  </small>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
    </div>
  );
}
