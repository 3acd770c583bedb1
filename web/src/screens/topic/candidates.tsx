import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { JobProgress } from '../../parts/job-progress.js';
import { Listed } from '../../parts/listed.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { useOnceKey } from '../../parts/use-once-key.js';
import { type FollowedJob, useJob } from '../../parts/use-job.js';
import { useLetters } from '../../parts/use-letters.js';
import { counted, decimal, percent } from '../../parts/words.js';
import { useInAddress } from '../../router.js';
import { type Candidate, CANDIDATES, DECIDE, EXPAND, SUGGEST } from './keyword-queries.js';

const METHODS = {
  tres: 'words like the keywords (TRES)',
  rake: 'phrases (RAKE)',
  collocation: 'phrases (collocations)',
  seed: 'from the seed pages',
} as const;
const isMethod = (text: string): text is keyof typeof METHODS => Object.hasOwn(METHODS, text);

const VERDICTS: Readonly<Record<string, string>> = {
  helps: 'would help',
  neutral: 'would change little',
  hurts: 'would hurt',
  unseen: 'does not occur',
};

const resultOf = ({ state, result }: FollowedJob): string => {
  if (state !== 'COMPLETED' || !result) return '';
  if (result.__typename !== 'KeywordExpansionResult' && result.__typename !== 'KeywordSuggestionResult') return '';
  return `${counted(result.candidates.length, 'candidate was', 'candidates were')} found.`;
};

/** A search that was started before, for example before a reload of this screen. */
const underWay = (
  jobs: readonly { readonly id: string; readonly kind: string; readonly state: string }[],
): string | null =>
  jobs.find(
    ({ kind, state }) =>
      (kind === 'EXPAND_KEYWORDS' || kind === 'SUGGEST_KEYWORDS') && (state === 'QUEUED' || state === 'RUNNING'),
  )?.id ?? null;

interface Props {
  readonly topicId: string;
  /** The keywords have changed. */
  readonly changed: () => void;
}

/** Looks for more keywords, and lets people decide: one by one with a key, or several at once. */
export function CandidatesPart({ topicId, changed }: Props): JSX.Element {
  const [named, setNamed] = useInAddress('method');
  const method = isMethod(named) ? named : null;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [at, setAt] = useState(0);
  const [areKeysOn, setKeysOn] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const [found, setFound] = useState('');
  const loaded = useQuery(CANDIDATES, { id: topicId, method, state: 'pending' as const });
  const action = useAction();
  const { key, renew } = useOnceKey(null);
  const followed = useJob(jobId ?? underWay(loaded.data?.topic.jobs.nodes ?? []), (job) => {
    setFound(resultOf(job));
    loaded.reload();
  });
  const rows = loaded.data?.topic.keywordCandidates.nodes ?? [];
  const current = rows[Math.min(at, rows.length - 1)];
  const look = async (document: typeof EXPAND | typeof SUGGEST): Promise<void> => {
    setFound('');
    const answer = await action.run(document as typeof EXPAND, { topicId, key });
    if (!answer) return;
    renew();
    const [job] = Object.values(answer);
    if (job) setJobId(job.id);
  };
  const decide = async (isAccepted: boolean, candidates: readonly Candidate[]): Promise<void> => {
    if (candidates.length === 0 || action.isBusy) return;
    const ids = candidates.map(({ id }) => id);
    const variables = { topicId, accept: isAccepted ? ids : [], reject: isAccepted ? [] : ids };
    const names = candidates.length === 1 ? (candidates[0]?.text ?? '') : counted(candidates.length, 'candidate');
    if (!(await action.run(DECIDE, variables, `${isAccepted ? 'Accepted' : 'Rejected'}: ${names}.`))) return;
    setChosen((before) => before.filter((id) => !ids.includes(id)));
    loaded.reload();
    if (isAccepted) changed();
  };
  const one = current ? [current] : [];
  useLetters(areKeysOn && mayWrite(), {
    a: () => void decide(true, one),
    x: () => void decide(false, one),
    j: () => setAt(Math.min(at + 1, rows.length - 1)),
    k: () => setAt(Math.max(0, at - 1)),
  });
  const picked = rows.filter(({ id }) => chosen.includes(id));
  return (
    <section aria-labelledby="candidates-heading">
      <h2 id="candidates-heading">Keyword candidates</h2>
      <div class="buttons">
        {mayWrite() && (
          <>
            <button type="button" disabled={action.isBusy || followed.isRunning} onClick={() => void look(EXPAND)}>
              Find in examples
            </button>
            <button type="button" disabled={action.isBusy || followed.isRunning} onClick={() => void look(SUGGEST)}>
              Find in seed pages
            </button>
          </>
        )}
        <select
          value={method ?? ''}
          class="method"
          aria-label="Method"
          onInput={(event) => setNamed(event.currentTarget.value)}
        >
          <option value="">all methods</option>
          {Object.entries(METHODS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        {mayWrite() && (
          <label class="check">
            <input type="checkbox" checked={areKeysOn} onChange={(event) => setKeysOn(event.currentTarget.checked)} />{' '}
            Keys: A accept, X reject, J and K next and previous
          </label>
        )}
      </div>
      <JobProgress followed={followed} what="Looking for keywords" />
      <p role="status" class="note">
        {found}
      </p>
      <Outcome action={action} />
      <Listed
        loaded={loaded}
        what="the candidates"
        isEmpty={({ topic }) => topic.keywordCandidates.nodes.length === 0}
        empty={<p>No candidate waits for a decision.</p>}
      >
        {({ topic: { keywordCandidates } }) => (
          <>
            {mayWrite() && (
              <div class="buttons">
                <button
                  type="button"
                  onClick={() => setChosen(picked.length === rows.length ? [] : rows.map(({ id }) => id))}
                >
                  {picked.length === rows.length ? 'Choose none' : 'Choose all shown'}
                </button>
                <button
                  type="button"
                  disabled={picked.length === 0 || action.isBusy}
                  onClick={() => void decide(true, picked)}
                >
                  Accept the chosen ones
                </button>
                <button
                  type="button"
                  disabled={picked.length === 0 || action.isBusy}
                  onClick={() => void decide(false, picked)}
                >
                  Reject the chosen ones
                </button>
                <span>{picked.length > 0 && `${picked.length} chosen`}</span>
              </div>
            )}
            {areKeysOn && current && (
              <p role="status">
                The keys decide about: <bdi>{current.text}</bdi>
              </p>
            )}
            <Table
              isShort
              name="Keyword candidates"
              rows={rows}
              idOf={({ id }) => id}
              columns={[
                {
                  head: 'Candidate',
                  cell: ({ id, text }) => (
                    <label>
                      <input
                        type="checkbox"
                        checked={chosen.includes(id)}
                        onChange={(event) =>
                          setChosen(
                            event.currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                          )
                        }
                      />{' '}
                      <bdi>{areKeysOn && id === current?.id ? <mark>{text}</mark> : text}</bdi>
                    </label>
                  ),
                },
                { head: 'Method', cell: (candidate) => METHODS[candidate.method] },
                {
                  head: 'Lift',
                  means:
                    'How many times as frequent it is in relevant documents as in others, as log2: 1 is twice as frequent',
                  isNumber: true,
                  cell: ({ lift }) => `${decimal(lift)} bits`,
                },
                {
                  head: 'Similarity',
                  means: 'Mean cosine with the keywords by which it was found',
                  isNumber: true,
                  cell: ({ similarity }) => percent(similarity),
                },
                {
                  head: 'As a keyword it',
                  cell: ({ verdict, reason }) => (
                    <>
                      {VERDICTS[verdict] ?? verdict} <small>{reason}</small>
                    </>
                  ),
                },
                {
                  head: 'Decide',
                  isChange: true,
                  cell: (candidate) => (
                    <div class="buttons">
                      <button
                        type="button"
                        disabled={action.isBusy}
                        aria-label={`Accept: ${candidate.text}`}
                        onClick={() => void decide(true, [candidate])}
                      >
                        Accept
                      </button>
                      <button
                        type="button"
                        disabled={action.isBusy}
                        aria-label={`Reject: ${candidate.text}`}
                        onClick={() => void decide(false, [candidate])}
                      >
                        Reject
                      </button>
                    </div>
                  ),
                },
              ]}
            />
            {keywordCandidates.pageInfo.hasNextPage && (
              <p class="note">The best 50 are shown. Decide about them to see more.</p>
            )}
          </>
        )}
      </Listed>
    </section>
  );
}
