import type { JSX } from 'preact';
import { ask } from '../../api/client.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { nameOf } from '../../parts/page-name.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, dayOf, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { SESSION_PAGE_FORMATS } from './export-formats.js';
import * as lists from './lists.js';
import { PageText } from './page-text.js';
import { LABEL_STEPS, SESSION, SESSION_PAGES, type SessionPage } from './queries.js';
import { ifMayWrite, ResultList } from './result-list.js';
import { totalOf } from './total.js';
import { exportsOf } from './use-exports.js';
import { type Rows, useRows } from './use-rows.js';

const list = lists.SESSION_PAGES;

/** The pages of a session, as a list that is read, labelled and exported. */
export default function SessionPages({
  id,
  query,
}: {
  readonly id: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { data } = useQuery(SESSION, { id });
  const topic = data?.session.topic;
  const filters = lists.filtersOf(query, list);
  const sort = lists.sortOf(query, list);
  const variables = { id, ...lists.variablesOf(filters, list), sort: sort.toUpperCase() as 'COMPLETION' };
  const rows: Rows<SessionPage> = useRows(async (after) => {
    const { data: answer, failure } = await ask(SESSION_PAGES, { ...variables, after, isFirst: after === null });
    if (!answer) return { data: answer, failure };
    const { nodes, pageInfo, ...total } = answer.session.pages;
    return { data: { rows: nodes, ...pageInfo, ...totalOf(total, 'page') }, failure };
  }, JSON.stringify(variables));
  const action = useAction();
  const label = (steps: readonly string[], relevant: boolean): void => {
    const labels = steps.map((step) => ({ step: Number(step), relevant }));
    void action.run(LABEL_STEPS, { sessionId: id, labels }, `Labelled as ${relevant ? '' : 'not '}relevant.`);
  };
  const now = Date.now();
  return (
    <>
      <div class="title">
        {topic ? <Heading text="Results of a session:" of={topic.name} /> : <Heading text="Results of a session" />}
        <div class="buttons">
          <Link to={pathTo('session', id)} class="button">
            The session
          </Link>
          {data && (
            <Link to={pathTo('results', data.session.topicId)} class="button">
              All that the topic has found
            </Link>
          )}
        </div>
      </div>
      <nav class="parts" aria-label="Results">
        <Link to={pathTo('pages', id)} aria-current="page">
          Pages
        </Link>
        <Link to={pathTo('domains', id)}>Domains</Link>
      </nav>
      <ResultList
        name="Pages"
        {...{ list, filters, query, rows }}
        path={pathTo('pages', id)}
        isSearched={data?.session.config.search !== 'OFF'}
        exported={exportsOf({ of: 'session', id, what: 'pages' }, SESSION_PAGE_FORMATS, filters, list, sort)}
        idOf={({ step }) => String(step)}
        nameOf={nameOf}
        columns={[
          { head: 'Page', cell: (page) => <bdi title={page.url}>{nameOf(page)}</bdi> },
          {
            head: 'Domain',
            isWide: true,
            isBroad: true,
            cell: ({ domainName }) => <bdi title={domainName}>{domainName}</bdi>,
          },
          { head: 'Language', isWide: true, cell: ({ language }) => language ?? '–' },
          { head: 'Probability', isNumber: true, cell: ({ probability }) => percent(probability) },
          { head: 'Fetched', isWide: true, cell: ({ fetchedAt }) => ago(fetchedAt, now) },
          {
            ...{ head: 'Published', isWide: true, isExtra: true },
            cell: ({ publishedAt }) => (publishedAt === null ? '–' : dayOf(publishedAt)),
          },
          { head: 'Depth', isNumber: true, isWide: true, isExtra: true, cell: ({ depth }) => depth ?? '–' },
          { head: 'Status', isNumber: true, isWide: true, isExtra: true, cell: ({ httpStatus }) => httpStatus ?? '–' },
          { head: 'Address', isWide: true, isExtra: true, cell: ({ url }) => <bdi title={url}>{url}</bdi> },
        ]}
        verdicts={ifMayWrite([
          { letter: 'r', words: 'Relevant', give: (steps) => label(steps, true) },
          { letter: 'n', words: 'Not relevant', give: (steps) => label(steps, false) },
        ])}
        hasRemarks={false}
        undo={null}
        outcome={<Outcome action={action} />}
        empty={<p>No page of the session matches. Change the filters, or wait until it has found more.</p>}
        preview={(page) => (
          <article key={page.step}>
            <h2 dir="auto">{nameOf(page)}</h2>
            <p class="note">
              <WebLink url={page.url}>{page.url}</WebLink>
            </p>
            <PageText sessionId={id} step={page.step} search={filters['search']} />
          </article>
        )}
      />
    </>
  );
}
