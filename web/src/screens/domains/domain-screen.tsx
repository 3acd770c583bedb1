import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { graphql } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { type Figure, Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { Failed, Loading } from '../../parts/states.js';
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

const stepOf = (step: number | null): string => (step === null ? '–' : count(step));

/** What a session has found in one domain, where, and whether it may go on there. */
export default function DomainScreen({
  id,
  domainNo,
}: {
  readonly id: string;
  readonly domainNo: number;
}): JSX.Element {
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
    ['First page at step', stepOf(firstStep), ''],
    ['First relevant at step', stepOf(firstRelevantStep), ''],
    ['Failed', count(failed), ''],
    ['Politeness', standing(politeness, 'Fetched from'), ''],
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
            Where the pages of the domain are, by their URLs.{' '}
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
