import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answer } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import { readShared, type Schemas } from '../../api/rest.js';
import { useOnReturn } from '../../api/use-again.js';
import { CopyField } from '../../parts/copy-field.js';
import { Fold } from '../../parts/fold.js';
import { Heading } from '../../parts/heading.js';
import { Marked } from '../../parts/marked.js';
import { nameOf } from '../../parts/page-name.js';
import { Failed, Loading } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, count, dayOf, percent } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type Part, useRows } from '../results/use-rows.js';
import './shared.css';

type Shared = Schemas['SharedCollectionDto'];
type Page = Schemas['SharedPageDto'];
type Domain = Schemas['SharedDomainDto'];
/** A part of a list. */
type Listed<Row> = Pick<Schemas['SharedPagePage'], 'pageInfo'> & { readonly items: readonly Row[] };

const ROWS = 50;

/** An address below `/v1/shared` with the token. */
function addressOf(path: string, token: string, parameters: Readonly<Record<string, string | null>> = {}): string {
  const query = new URLSearchParams({ token });
  for (const [name, value] of Object.entries(parameters)) if (value !== null && value !== '') query.set(name, value);
  return `/v1/shared${path}?${query}`;
}

async function part<Row>(path: string): Promise<Answer<Part<Row>>> {
  const { data, failure } = await readShared<Listed<Row>>(path);
  return data
    ? { data: { rows: data.items, ...data.pageInfo, total: null, size: null }, failure }
    : { data: null, failure };
}

interface ListProps<Row> {
  readonly token: string;
  readonly name: string;
  readonly path: '/pages' | '/domains';
  readonly search: string;
  readonly sort: string;
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

function List<Row>({ token, name, path, search, sort, idOf, columns }: ListProps<Row>): JSX.Element {
  const wanted = { search, sort, first: String(ROWS) };
  const rows = useRows<Row>((after) => part(addressOf(path, token, { ...wanted, after })), `${path} ${search}`);
  useOnReturn(() => void rows.refresh(), rows.askedAt);
  return (
    <>
      {rows.failure && <Failed failure={rows.failure} again={rows.reload} />}
      {rows.rows.length > 0 && <Table name={name} rows={rows.rows} {...{ idOf, columns }} />}
      {rows.rows.length === 0 && !rows.isLoading && !rows.failure && <p class="empty">Nothing matches.</p>}
      {rows.isLoading && <Loading what={name.toLowerCase()} />}
      {rows.hasNextPage && !rows.isLoading && !rows.isCut && (
        <button type="button" onClick={rows.more}>
          More
        </button>
      )}
    </>
  );
}

const PAGE_COLUMNS: readonly Column<Page>[] = [
  {
    head: 'Page',
    cell: (page) => (
      <>
        <WebLink url={page.url}>{nameOf(page)}</WebLink>
        {page.excerpt !== null && (
          <small class="found-text" dir="auto">
            <Marked text={page.excerpt} marks={page.excerptMarks} most={240} />
          </small>
        )}
      </>
    ),
  },
  { head: 'Domain', cell: ({ domain }) => <bdi>{domain}</bdi> },
  { head: 'Tags', cell: ({ tags }) => (tags.length === 0 ? null : <bdi>{tags.join(', ')}</bdi>) },
  { head: 'Published', cell: ({ publishedAt }) => (publishedAt === null ? null : dayOf(publishedAt)) },
  { head: 'Found', cell: ({ firstFoundAt }) => ago(firstFoundAt, Date.now()) },
];

const DOMAIN_COLUMNS: readonly Column<Domain>[] = [
  { head: 'Domain', cell: ({ name }) => <bdi>{name}</bdi> },
  { head: 'Relevant pages', isNumber: true, cell: ({ relevant }) => count(relevant) },
  { head: 'Pages', isNumber: true, cell: ({ pages }) => count(pages) },
  {
    head: 'Share at least',
    means: 'Lower end of a 95% interval of the share of relevant pages',
    isNumber: true,
    cell: ({ shareAtLeast }) => percent(shareAtLeast),
  },
  { head: 'Newest page', cell: ({ lastFoundAt }) => ago(lastFoundAt, Date.now()) },
];

function useShared(token: string) {
  const [state, setState] = useState<{ readonly data: Shared | null; readonly failure: Failure | null }>({
    data: null,
    failure: null,
  });
  const [round, setRound] = useState(0);
  const askedAt = useRef(0);
  useEffect(() => {
    let isGone = false;
    askedAt.current = performance.now();
    void readShared<Shared>(addressOf('', token)).then((answer) => {
      // Without the network the page that is there stays.
      if (!isGone) setState((before) => (answer.failure?.isPassing && before.data ? before : answer));
    });
    return () => void (isGone = true);
  }, [token, round]);
  useOnReturn(() => setRound((before) => before + 1), askedAt);
  return state;
}

const Note = ({ children }: { readonly children: ComponentChildren }): JSX.Element => (
  <>
    <Heading text="Shared results" />
    <p>{children}</p>
  </>
);

/**
 * The collection of a share link, for readers without a key. The token is the fragment of the address, so no referrer
 * has it; calls of the API carry it.
 */
export default function SharedScreen({
  token,
  query,
}: {
  readonly token: string;
  readonly query: URLSearchParams;
}): JSX.Element {
  const { data, failure } = useShared(token);
  const search = query.get('search') ?? '';
  const isDomains = query.get('of') === 'domains';
  const [typed, setTyped] = useState(search);
  useEffect(() => setTyped(search), [search]);
  if (token === '') return <Note>The address is not whole: copy it again, with all after the #.</Note>;
  if (failure?.needsKey) return <Note>This link has expired, or was revoked. Ask for a new one where you got it.</Note>;
  if (failure) return <Failed failure={failure} again={() => location.reload()} />;
  if (!data) return <Loading what="the results" />;
  const what = isDomains ? '/domains' : '/pages';
  const sort = isDomains ? 'relevant' : 'firstFoundAt';
  const here = (of: 'pages' | 'domains', words: string): string => {
    const next = new URLSearchParams({ ...(of === 'domains' && { of }), ...(words !== '' && { search: words }) });
    return `${pathTo('shared')}${next.size === 0 ? '' : `?${next}`}#${token}`;
  };
  return (
    <>
      <Heading text={data.name} />
      <p class="note">
        {data.relevantOnly ? 'Relevant pages and their domains.' : 'All pages and domains that were found.'} This link
        is valid until {dayOf(data.expiresAt)}.
      </p>
      <nav class="parts" aria-label="Results">
        <Link to={here('pages', '')} aria-current={isDomains ? undefined : 'page'}>
          Pages ({count(data.pages)})
        </Link>
        <Link to={here('domains', '')} aria-current={isDomains ? 'page' : undefined}>
          Domains ({count(data.domains)})
        </Link>
      </nav>
      <form
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          go(here(isDomains ? 'domains' : 'pages', typed.trim()), { replace: true });
        }}
      >
        <label class="search">
          <span class="hidden">Search</span>
          <input
            type="search"
            placeholder="Search"
            dir="auto"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Search</button>
        <a
          class="button"
          download
          href={addressOf(`${what}/export`, token, { format: 'csv', bom: 'true', search, sort })}
        >
          Export CSV
        </a>
      </form>
      {isDomains ? (
        <List<Domain>
          key="domains"
          name="Domains"
          path="/domains"
          idOf={({ name }) => name}
          columns={DOMAIN_COLUMNS}
          {...{ token, search, sort }}
        />
      ) : (
        <List<Page>
          key="pages"
          name="Pages"
          path="/pages"
          idOf={({ key }) => key}
          columns={PAGE_COLUMNS}
          {...{ token, search, sort }}
        />
      )}
      <Fold title="Follow">
        {() => (
          <>
            <p class="note">A feed reader shows new pages as they are found.</p>
            <CopyField name="RSS" text={location.origin + addressOf('/feed.rss', token)} />
            <CopyField name="Atom" text={location.origin + addressOf('/feed.atom', token)} />
          </>
        )}
      </Fold>
    </>
  );
}
