import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useAgain } from '../../api/use-again.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { ReportLink } from '../../parts/report-link.js';
import { count, counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { CollectedDomains } from './collected-domains.js';
import { CollectedPages } from './collected-pages.js';
import { TOPIC } from './queries.js';
import { SharePart } from './share-part.js';

/** Interval of looking at the numbers of a collection while steps or verdicts are still to be added. */
const BEHIND_MS = 2_000;

/** All that a topic has found over all its sessions and monitors: its pages, or its domains. */
export default function TopicResults({
  id,
  of,
  query,
}: {
  readonly id: string;
  readonly of: 'pages' | 'domains';
  readonly query: URLSearchParams;
}): JSX.Element {
  const { data, reload } = useQuery(TOPIC, { id });
  const topic = data?.topic ?? null;
  const [isSharing, setSharing] = useState(false);
  const here = (one: 'pages' | 'domains') => (one === of ? ('page' as const) : undefined);
  const found = topic?.collection;
  useAgain(reload, BEHIND_MS, (found?.behind ?? 0) > 0);
  return (
    <>
      <div class="title">
        {topic ? <Heading text="Results:" of={topic.name} /> : <Heading text="Results" />}
        <div class="buttons">
          {mayWrite() && (
            <button type="button" aria-expanded={isSharing} onClick={() => setSharing(!isSharing)}>
              Share
            </button>
          )}
          <ReportLink path={`/v1/topics/${encodeURIComponent(id)}/report.html`} />
          <Link to={pathTo('topic', id)} class="button">
            The topic
          </Link>
        </div>
      </div>
      {isSharing && <SharePart id={id} />}
      <nav class="parts" aria-label="Results">
        <Link to={pathTo('results', id)} aria-current={here('pages')}>
          Pages{found && ` (${count(found.relevant)} relevant of ${count(found.pages)})`}
        </Link>
        <Link to={pathTo('collectedDomains', id)} aria-current={here('domains')}>
          Domains{found && ` (${count(found.relevantDomainCount)} relevant of ${count(found.domainCount)})`}
        </Link>
        {found && found.behind > 0 && <small>{counted(found.behind, 'fetched page')} still to be added.</small>}
      </nav>
      {of === 'pages' ? (
        <CollectedPages {...{ id, topic, query }} changed={reload} />
      ) : (
        <CollectedDomains {...{ id, topic, query }} changed={reload} />
      )}
    </>
  );
}
