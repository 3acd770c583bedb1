import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Answer, ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { type Figure, Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { DomainFailures, DomainPages } from './domain-pages.js';
import { PathFolders } from './path-folders.js';
import { treeOf } from './path-tree.js';
import { standingsOf, useHostStates } from './use-host-states.js';
import './domain.css';

const DOMAIN = graphql(`
  query Domain($id: ID!, $domainNo: Int!) {
    domain(sessionId: $id, domainNo: $domainNo) {
      name
      fetched
      relevant
      failed
      harvestRate
      firstStep
      firstRelevantStep
      paths(levels: 6, limit: 200) {
        paths {
          path
          pages
          relevant
          failed
        }
        isCut
      }
    }
  }
`);

const NAMED = graphql(`
  query DomainNamed($id: ID!, $name: String!, $after: String) {
    session(id: $id) {
      domains(search: $name, unvisited: true, first: 200, after: $after) {
        nodes {
          domainNo
          name
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);
/** As many pages of names with this one in them are looked through. */
const MOST_PAGES = 10;

type Found = { readonly domainNo: number | null } | { readonly failure: Failure };

/** The number of a domain within its session, by its name; null where there is none. */
async function numberOf(id: string, name: string): Promise<Found> {
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Answer<ResultOf<typeof NAMED>> = await ask(NAMED, { id, name, after });
    if (answer.failure) return { failure: answer.failure };
    const { nodes, pageInfo }: ResultOf<typeof NAMED>['session']['domains'] = answer.data.session.domains;
    const found = nodes.find((one) => one.name === name);
    if (found) return { domainNo: found.domainNo };
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  return { domainNo: null };
}

/** A domain by what the address has of it: its number within the session, or its name. */
export default function DomainScreen({ id, of }: { readonly id: string; readonly of: string }): JSX.Element {
  const isNumber = /^\d+$/.test(of);
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (isNumber) return;
    let isGone = false;
    void numberOf(id, of).then((answer) => isGone || setFound(answer));
    return () => void (isGone = true);
  }, [id, of, attempt]);
  if (isNumber) return <Domain id={id} domainNo={Number(of)} />;
  if (found && 'domainNo' in found && found.domainNo !== null) return <Domain id={id} domainNo={found.domainNo} />;
  return (
    <>
      <Heading text={of} />
      <p class="note">
        <Link to={pathTo('domains', id)}>All domains</Link> · <Link to={pathTo('session', id)}>The session</Link>
      </p>
      {found === null && <Loading what="the domain" />}
      {found && 'failure' in found && (
        <Failed failure={found.failure} again={() => setAttempt((before) => before + 1)} />
      )}
      {found && 'domainNo' in found && (
        <Empty>
          <p>The session knows no domain of this name.</p>
        </Empty>
      )}
    </>
  );
}

const stepOf = (step: number | null): string => (step === null ? '–' : count(step));

/** The pages that a session has found in one domain, their folders, and the politeness state of its hosts. */
function Domain({ id, domainNo }: { readonly id: string; readonly domainNo: number }): JSX.Element {
  const { data, failure, isLoading, reload } = useQuery(DOMAIN, { id, domainNo });
  const hosts = useHostStates(id, data);
  const folders = useMemo(() => treeOf(data?.domain.paths.paths ?? []), [data]);
  const back = (
    <p class="note">
      <Link to={pathTo('domains', id)}>All domains</Link> · <Link to={pathTo('session', id)}>The session</Link>
      {data && (
        <>
          {' '}
          · <Link to={`${pathTo('graph', id)}?domain=${encodeURIComponent(data.domain.name)}`}>Its link graph</Link>
        </>
      )}
    </p>
  );
  if (!data)
    return (
      <>
        <Heading text="Domain" />
        {back}
        {failure && <Failed failure={failure} again={reload} />}
        {isLoading && <Loading what="the domain" />}
      </>
    );
  const { name, fetched, relevant, failed, harvestRate, firstStep, firstRelevantStep, paths } = data.domain;
  const { politeness, robots } = standingsOf(hosts?.get(domainNo) ?? [], Date.now());
  const standing = (words: string, otherwise: string): string =>
    hosts === null ? '–' : words === '' ? otherwise : words;
  const figures: readonly Figure[] = [
    ['Pages', count(fetched), ''],
    ['Relevant pages', count(relevant), ''],
    ['Harvest rate', percent(harvestRate), ''],
    ['First relevant at step', stepOf(firstRelevantStep), `first page at ${stepOf(firstStep)}`],
    ['Failed', count(failed), ''],
    ['Politeness', standing(politeness, 'Not held up'), ''],
    ['robots.txt', standing(robots, 'Nothing denied'), ''],
  ];
  return (
    <>
      <Heading text={name} />
      {back}
      {failure && <Failed failure={failure} again={reload} />}
      <Figures figures={figures} />
      <div class="halves">
        <DomainPages id={id} domain={name} />
        <section aria-labelledby="paths-heading">
          <h2 id="paths-heading">Folders</h2>
          <p class="note">
            Pages of the domain by the folders of their URLs.{' '}
            {paths.isCut && 'The domain has more folders than the 200 that are shown.'}
          </p>
          {folders.length === 0 ? (
            <p>No page has been fetched yet.</p>
          ) : (
            <PathFolders folders={folders} isOpen={true} />
          )}
        </section>
      </div>
      <DomainFailures id={id} domain={name} />
    </>
  );
}
