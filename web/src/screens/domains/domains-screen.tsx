import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { download } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { Heading } from '../../parts/heading.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { count, counted } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type DomainOrder, DomainsTable, orderOf } from './domains-table.js';
import { MOST_DOMAINS, useDomains } from './use-domains.js';
import { standingsOf, useHostStates } from './use-host-states.js';

/** Columns that the file does not have: states of hosts at this moment. It comes in the usual order instead. */
const NOT_IN_FILE: ReadonlySet<string> = new Set(['politeness', 'robots']);

/** Address of the list as it is filtered and sorted. */
function exportOf(id: string, name: string, onlyRelevant: boolean, { column, isDescending }: DomainOrder): string {
  const parameters = new URLSearchParams({ format: 'csv', bom: 'true' });
  if (name !== '') parameters.set('search', name);
  if (onlyRelevant) parameters.set('relevant', 'true');
  const isUsual = NOT_IN_FILE.has(column);
  parameters.set('sort', isUsual ? 'relevant' : column);
  parameters.set('order', isUsual || isDescending ? 'desc' : 'asc');
  return `/v1/sessions/${encodeURIComponent(id)}/domains/export?${parameters}`;
}

interface Props {
  readonly id: string;
  /** Filter and order: `name`, `relevant`, `sort` and `order`. */
  readonly query: URLSearchParams;
}

/** The domains that a session has been to. */
export default function DomainsScreen({ id, query }: Props): JSX.Element {
  const { topic, domains, failure, isLoading, isCut, reload } = useDomains(id);
  const hosts = useHostStates(id, isLoading);
  const filter = query.get('name') ?? '';
  const part = filter.trim();
  const order = orderOf(query.get('sort'), query.get('order'));
  const onlyRelevant = query.get('relevant') === 'true';
  const set = (values: Readonly<Record<string, string>>): void => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values))
      if (value === '') next.delete(name);
      else next.set(name, value);
    go(next.size === 0 ? pathTo('domains', id) : `${pathTo('domains', id)}?${next}`, { replace: true });
  };
  const [lost, setLost] = useState<Failure | null>(null);
  const shown = useMemo(() => {
    const within = part.toLowerCase();
    const now = Date.now();
    return domains
      .filter(({ name, relevant }) => (!onlyRelevant || relevant > 0) && name.toLowerCase().includes(within))
      .map((domain) => ({ ...domain, ...standingsOf(hosts?.get(domain.domainNo) ?? [], now) }));
  }, [domains, hosts, part, onlyRelevant]);
  return (
    <>
      {topic === '' ? <Heading text="Domains" /> : <Heading text="Domains:" of={topic} />}
      <p class="note">
        <Link to={pathTo('session', id)}>Back to the session</Link>
      </p>
      {failure && <Failed failure={failure} again={reload} />}
      {lost && <Failed failure={lost} />}
      {domains.length === 0 && isLoading && <Loading what="the domains" />}
      {domains.length === 0 && !isLoading && !failure && (
        <Empty>
          <p>The session has not been to any domain yet.</p>
          <button type="button" onClick={reload}>
            Look again
          </button>
        </Empty>
      )}
      {domains.length > 0 && (
        <>
          <div class="filters">
            <label>
              <span>Name contains</span>
              <input type="search" value={filter} onInput={(event) => set({ name: event.currentTarget.value })} />
            </label>
            <label class="check">
              <input
                type="checkbox"
                checked={onlyRelevant}
                onChange={(event) => set({ relevant: event.currentTarget.checked ? 'true' : '' })}
              />{' '}
              Only with relevant pages
            </label>
            <button type="button" onClick={() => void download(exportOf(id, part, onlyRelevant, order)).then(setLost)}>
              Export as CSV
            </button>
            <button type="button" onClick={reload} disabled={isLoading}>
              Reload
            </button>
          </div>
          <p role="status" class="note">
            {isLoading
              ? `${counted(domains.length, 'domain')} so far …`
              : `${counted(shown.length, 'domain')} of ${count(domains.length)}.`}
            {NOT_IN_FILE.has(order.column) &&
              ' The export has neither politeness nor robots.txt: it begins with the most relevant pages.'}
            {isCut && ` The session has more than ${count(MOST_DOMAINS)}: the export has all.`}
          </p>
          {shown.length === 0 ? (
            <Empty>No domain matches. Change the filter.</Empty>
          ) : (
            <DomainsTable
              {...{ id, order }}
              domains={shown}
              sort={({ column, isDescending }) => set({ sort: column, order: isDescending ? 'desc' : 'asc' })}
            />
          )}
        </>
      )}
    </>
  );
}
