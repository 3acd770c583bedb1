import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { ResultOf } from '../../api/graphql.js';
import { mayWrite } from '../../api/sign-in.js';
import { nameOf } from '../../parts/page-name.js';
import { Badge } from '../../parts/states.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, count, counted, dayOf, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { COLLECTED_PAGE_FORMATS } from './export-formats.js';
import * as lists from './lists.js';
import { PageText } from './page-text.js';
import { COLLECTED_PAGES, type CollectedPage, type TOPIC } from './queries.js';
import { ifMayWrite, ResultList } from './result-list.js';
import { type Save, TagsField } from './tags-field.js';
import { totalOf } from './total.js';
import { remarkedAfter, useRemarks } from './use-remarks.js';
import { exportsOf } from './use-exports.js';
import { type Rows, useRows } from './use-rows.js';

/** Properties of the lists of a collection. */
export interface CollectedListProps {
  readonly id: string;
  /** Null until its numbers are there. */
  readonly topic: ResultOf<typeof TOPIC>['topic'] | null;
  readonly query: URLSearchParams;
  /** Loads the numbers of the collection again. */
  readonly changed: () => void;
}

type PageVerdict = 'RELEVANT' | 'NOT_RELEVANT' | 'UNDECIDED';

const labelOf = (verdict: PageVerdict): boolean | null => (verdict === 'UNDECIDED' ? null : verdict === 'RELEVANT');

/** The pages that a topic has found. */
export function CollectedPages({ id, topic, query, changed }: CollectedListProps): JSX.Element {
  const list = lists.COLLECTED_PAGES;
  const filters = lists.filtersOf(query, list);
  const sort = lists.sortOf(query, list);
  const variables = { id, ...lists.variablesOf(filters, list), sort: sort.toUpperCase() as 'PROBABILITY' };
  const rows: Rows<CollectedPage> = useRows(async (after) => {
    const { data, failure } = await ask(COLLECTED_PAGES, { ...variables, after, isFirst: after === null });
    if (!data) return { data, failure };
    const { nodes, pageInfo, ...total } = data.topic.pages;
    return { data: { rows: nodes, ...pageInfo, ...totalOf(total, 'page') }, failure };
  }, JSON.stringify(variables));
  const action = useAction(changed);
  const remarks = useRemarks(id, action);
  /** The model's view of pages that were judged here: it holds again when a verdict is taken back. */
  const asModelled = useRef(new Map<string, boolean>());
  const judge = async (keys: readonly string[], verdict: PageVerdict, said: string): Promise<void> => {
    if (!(await remarks.say({ pages: keys.map((key) => ({ key, verdict })) }, said))) return;
    for (const { key, label: before, relevant } of rows.rows)
      if (before === null && keys.includes(key)) asModelled.current.set(key, relevant);
    const label = labelOf(verdict);
    rows.change((row) => (keys.includes(row.key) ? { ...row, label, relevant: label ?? row.relevant } : row));
  };
  const takeBack = async (): Promise<void> => {
    const { pages = [] } = await remarks.takeBack();
    rows.change((row) => {
      const said = pages?.find(({ key }) => key === row.key);
      if (said === undefined) return row;
      const label = said.verdict == null ? row.label : labelOf(said.verdict);
      return {
        ...row,
        ...remarkedAfter(row, said),
        label,
        relevant: label ?? asModelled.current.get(row.key) ?? row.relevant,
      };
    });
  };
  const now = Date.now();
  return (
    <ResultList
      name="Pages"
      {...{ list, filters, query, rows }}
      path={pathTo('results', id)}
      exported={exportsOf({ of: 'topic', id, what: 'pages' }, COLLECTED_PAGE_FORMATS, filters, list, sort)}
      idOf={({ key }) => key}
      nameOf={nameOf}
      columns={[
        { head: 'Page', cell: (page) => <bdi title={page.url}>{nameOf(page)}</bdi> },
        { head: 'Domain', isWide: true, isBroad: true, cell: ({ domain }) => <bdi title={domain}>{domain}</bdi> },
        { head: 'Probability', isNumber: true, isWide: true, cell: ({ probability }) => percent(probability) },
        { head: 'Verdict', cell: ({ label }) => <VerdictOf label={label} /> },
        { head: 'Tags', isWide: true, cell: ({ tags }) => <bdi>{tags.join(', ')}</bdi> },
        { head: 'Found', isWide: true, cell: ({ firstFoundAt }) => ago(firstFoundAt, now) },
        { head: 'Language', isWide: true, isExtra: true, cell: ({ language }) => language ?? '–' },
        {
          ...{ head: 'Published', isWide: true, isExtra: true },
          cell: ({ publishedAt }) => (publishedAt === null ? '–' : dayOf(publishedAt)),
        },
        { head: 'Last fetched', isWide: true, isExtra: true, cell: ({ lastSeenAt }) => ago(lastSeenAt, now) },
        {
          ...{ head: 'Changed', isWide: true, isExtra: true },
          cell: ({ changedAt }) => (changedAt === null ? '–' : ago(changedAt, now)),
        },
        {
          head: 'Sessions',
          isNumber: true,
          isWide: true,
          isExtra: true,
          cell: ({ sessionCount }) => count(sessionCount),
        },
        { head: 'Note', isWide: true, isExtra: true, cell: ({ note }) => <bdi title={note}>{note}</bdi> },
        { head: 'Address', isWide: true, isExtra: true, cell: ({ url }) => <bdi title={url}>{url}</bdi> },
      ]}
      verdicts={ifMayWrite([
        { letter: 'r', words: 'Relevant', give: (keys) => void judge(keys, 'RELEVANT', 'Marked as relevant.') },
        {
          letter: 'n',
          words: 'Not relevant',
          give: (keys) => void judge(keys, 'NOT_RELEVANT', 'Marked as not relevant.'),
        },
      ])}
      hasRemarks
      undo={remarks.before === null ? null : () => void takeBack()}
      outcome={<Outcome action={action} />}
      empty={
        <p>
          {(topic?.collection.pages ?? 0) === 0
            ? `The topic has found no page yet.${mayWrite() ? ' Start a session.' : ''}`
            : 'No page matches. Change the filters.'}
        </p>
      }
      preview={(page) => (
        <PagePreview
          key={page.key}
          page={page}
          search={filters['search']}
          save={async (said, by) => {
            const before = await remarks.say({ pages: [{ key: page.key, ...said }] }, 'Saved.', by);
            const [one] = before?.pages ?? [];
            if (one === undefined) return null;
            const after = remarkedAfter(one, said);
            rows.change((row) => (row.key === page.key ? { ...row, ...after } : row));
            return after;
          }}
        />
      )}
    />
  );
}

const VerdictOf = ({ label }: { readonly label: boolean | null }): JSX.Element | null =>
  label === null ? null : <Badge state={label ? 'relevant' : 'other'}>{label ? 'Relevant' : 'Not relevant'}</Badge>;

function PagePreview({
  page,
  search,
  save,
}: {
  readonly page: CollectedPage;
  readonly search: string | undefined;
  readonly save: Save;
}): JSX.Element {
  const now = Date.now();
  return (
    <article>
      <h2 dir="auto">{nameOf(page)}</h2>
      <p class="note">
        <WebLink url={page.url}>{page.url}</WebLink>
      </p>
      <p>
        {page.relevant ? 'Relevant' : 'Not relevant'}
        {page.label === null ? `, as the model says with ${percent(page.probability)}` : ', as a person says'} · found{' '}
        {ago(page.firstFoundAt, now)}, in {counted(page.sessionCount, 'session')}
        {page.sessionId !== null && (
          <>
            {' '}
            (
            <Link to={pathTo('session', page.sessionId)}>
              {page.sessionCount === 1 ? 'this one' : 'last in this one'}
            </Link>
            )
          </>
        )}
        {page.goneAt !== null && ` · gone since ${ago(page.goneAt, now)}`}
        {page.changedAt !== null && ` · changed ${ago(page.changedAt, now)}`}
      </p>
      {page.sessionId !== null && page.step !== null ? (
        <PageText sessionId={page.sessionId} step={page.step} search={search} />
      ) : (
        <p class="note">Its sessions were deleted, and with them its text. A monitor still knows the page.</p>
      )}
      <TagsField of="pages[0]" tags={page.tags} note={page.note} save={save} />
    </article>
  );
}
