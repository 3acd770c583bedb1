import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { graphql } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { percent } from '../../parts/words.js';
import { WebLink } from '../../parts/web-link.js';
import { Link, useInAddress } from '../../router.js';
import { pathTo } from '../../routes.js';

const PAGES = graphql(`
  query DomainPages($id: ID!, $domain: String!, $sort: PageSort!, $after: String) {
    session(id: $id) {
      pages(domain: $domain, relevant: true, sort: $sort, order: DESC, first: 20, after: $after) {
        nodes {
          step
          url
          title
          probability
          fetchedAt
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const FAILURES = graphql(`
  query DomainFailures($id: ID!, $domain: String!, $after: String) {
    session(id: $id) {
      failures(domain: $domain, sort: COMPLETION, order: DESC, first: 20, after: $after) {
        nodes {
          step
          url
          outcome
          httpStatus
          message
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

interface Props {
  readonly id: string;
  /** Name of the domain. */
  readonly domain: string;
}

/** The relevant pages of a domain, and what failed in it. */
export function DomainPages({ id, domain }: Props): JSX.Element {
  const [order, setOrder] = useInAddress('sort');
  const by = order === 'probability' ? order : 'completion';
  const sort = by === 'probability' ? 'PROBABILITY' : 'COMPLETION';
  const paging = usePaging('pages');
  const [lost, setLost] = useState<Failure | null>(null);
  const { data, failure, reload } = useQuery(PAGES, { id, domain, sort, after: paging.after });
  const pages = data?.session.pages;
  const file = `/v1/sessions/${encodeURIComponent(id)}/pages/export?format=csv&bom=true&relevant=true&domain=${encodeURIComponent(domain)}&sort=${by}&order=desc`;
  return (
    <section aria-labelledby="pages-heading">
      <h2 id="pages-heading">Relevant pages</h2>
      <div class="filters">
        <label>
          <span>Order</span>
          <select
            value={sort}
            onChange={(event) => {
              paging.begin();
              setOrder(event.currentTarget.value === 'PROBABILITY' ? 'probability' : '');
            }}
          >
            <option value="COMPLETION">Newest first</option>
            <option value="PROBABILITY">Best first</option>
          </select>
        </label>
        <button type="button" onClick={() => void download(file).then(setLost)}>
          Export as CSV
        </button>
      </div>
      {failure && <Failed failure={failure} again={reload} />}
      {lost && <Failed failure={lost} />}
      {!pages && !failure && <Loading what="the pages" />}
      {pages?.nodes.length === 0 && <Empty>The session has found no relevant page in this domain.</Empty>}
      {pages && (
        <ol class="domain-pages">
          {pages.nodes.map(({ step, url, title, probability }) => (
            <li key={step}>
              <Link to={pathTo('page', id, String(step))}>
                <bdi>{title === null || title === '' ? url : title}</bdi>
              </Link>
              <br />
              <small>
                <WebLink url={url}>{url}</WebLink> · probability {percent(probability)}
              </small>
            </li>
          ))}
        </ol>
      )}
      {pages && <Pager name="More pages" paging={paging} info={pages.pageInfo} words={['Back', 'More']} />}
    </section>
  );
}

/** Fetches of a domain that brought no page. */
export function DomainFailures({ id, domain }: Props): JSX.Element {
  const paging = usePaging('failures');
  const { data, failure, reload } = useQuery(FAILURES, { id, domain, after: paging.after });
  const failures = data?.session.failures;
  return (
    <section aria-labelledby="failed-heading">
      <h2 id="failed-heading">Failures</h2>
      {failure && <Failed failure={failure} again={reload} />}
      {!failures && !failure && <Loading what="the failures" />}
      {failures?.nodes.length === 0 && <p class="note">No fetch failed.</p>}
      {failures && failures.nodes.length > 0 && (
        <ul class="domain-pages">
          {failures.nodes.map(({ step, url, outcome, httpStatus, message }) => (
            <li key={step}>
              <Link to={pathTo('page', id, String(step))}>{url}</Link>
              <br />
              <small>
                {outcomeInWords(outcome, httpStatus)}
                {message !== null && (
                  <>
                    : <bdi>{message}</bdi>
                  </>
                )}
              </small>
            </li>
          ))}
        </ul>
      )}
      {failures && <Pager name="More failures" paging={paging} info={failures.pageInfo} words={['Back', 'More']} />}
    </section>
  );
}
