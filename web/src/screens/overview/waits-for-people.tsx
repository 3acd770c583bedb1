import type { JSX } from 'preact';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { News, TopicInShort } from './queries.js';
import { totalInShort } from './total.js';

/** A model says little before it has so many labels of each kind. */
const FEW_LABELS = 5;
/** Topics that are listed; the others are on their own screens. */
const MOST = 8;

interface Props {
  readonly topics: readonly TopicInShort[];
  readonly news: ReadonlyMap<string, News>;
}

function tasksOf(id: string, { unjudged, exampleCounts, keywordCandidates, seedCandidates }: News): JSX.Element[] {
  const given = exampleCounts.relevant + exampleCounts.irrelevant;
  const isNeedy = Math.min(exampleCounts.relevant, exampleCounts.irrelevant) < FEW_LABELS;
  return [
    ...(unjudged.totalCount > 0
      ? [
          <Link key="labels" to={pathTo('labels', id)}>
            {isNeedy ? `Label pages: ${given} labels so far` : `Label pages`}
          </Link>,
          <Link key="unjudged" to={`${pathTo('results', id)}?labelled=false`}>
            {totalInShort(unjudged)} relevant pages without a verdict
          </Link>,
        ]
      : []),
    ...(keywordCandidates.totalCount > 0
      ? [
          <Link key="keywords" to={pathTo('topic', id)}>
            {totalInShort(keywordCandidates)} keyword candidates
          </Link>,
        ]
      : []),
    ...(seedCandidates.totalCount > 0
      ? [
          <Link key="seeds" to={pathTo('topic', id)}>
            {totalInShort(seedCandidates)} seed candidates
          </Link>,
        ]
      : []),
  ];
}

/** Decisions that wait for people, by topic. */
export function WaitsForPeople({ topics, news }: Props): JSX.Element | null {
  const waiting = topics
    .map(({ id, name }) => ({ id, name, tasks: tasksOf(id, news.get(id) ?? NOTHING) }))
    .filter(({ tasks }) => tasks.length > 0);
  if (waiting.length === 0) return null;
  return (
    <section aria-labelledby="waits-heading">
      <h2 id="waits-heading">Waits for you</h2>
      <dl class="terms waits">
        {waiting.slice(0, MOST).map(({ id, name, tasks }) => (
          <div key={id}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>
              {tasks.map((task, i) => (
                <span key={i}>
                  {i > 0 && ' · '}
                  {task}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {waiting.length > MOST && (
        <p class="note">
          And {waiting.length - MOST} more: <Link to={pathTo('topics')}>all topics</Link>
        </p>
      )}
    </section>
  );
}

const NONE = { totalCount: 0, totalCountIsExact: true };
const NOTHING: News = {
  ...{ id: '', newPages: NONE, newDomains: NONE, changedPages: NONE, unjudged: NONE },
  ...{ exampleCounts: { relevant: 0, irrelevant: 0 }, keywordCandidates: NONE, seedCandidates: NONE },
};
