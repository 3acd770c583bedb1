import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { download } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { Heading } from '../../parts/heading.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { DomainsTable } from './domains-table.js';
import { MOST_DOMAINS, useDomains } from './use-domains.js';
import { standingsOf, useHostStates } from './use-host-states.js';

const exportOf = (id: string): string => `/v1/sessions/${encodeURIComponent(id)}/domains/export?format=csv&bom=true`;

/** The domains that a session has been to. */
export default function DomainsScreen({ id }: { readonly id: string }): JSX.Element {
  const { topic, domains, failure, isLoading, isCut, reload } = useDomains(id);
  const hosts = useHostStates(id, isLoading);
  const [filter, setFilter] = useState('');
  const [onlyRelevant, setOnlyRelevant] = useState(false);
  const [lost, setLost] = useState<Failure | null>(null);
  const shown = useMemo(() => {
    const part = filter.trim().toLowerCase();
    const now = Date.now();
    return domains
      .filter(({ name, relevant }) => (!onlyRelevant || relevant > 0) && name.toLowerCase().includes(part))
      .map((domain) => ({ ...domain, ...standingsOf(hosts?.get(domain.domainNo) ?? [], now) }));
  }, [domains, hosts, filter, onlyRelevant]);
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
              <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
            </label>
            <label class="check">
              <input
                type="checkbox"
                checked={onlyRelevant}
                onChange={(event) => setOnlyRelevant(event.currentTarget.checked)}
              />{' '}
              Only with relevant pages
            </label>
            <button type="button" onClick={() => void download(exportOf(id), `domains-${id}.csv`).then(setLost)}>
              Export as CSV
            </button>
            <button type="button" onClick={reload} disabled={isLoading}>
              Reload
            </button>
          </div>
          <p role="status" class="note">
            {isLoading
              ? `${counted(domains.length, 'domain')} so far …`
              : `${counted(shown.length, 'domain')} of ${domains.length}.`}
            {isCut && ` The session has more than ${MOST_DOMAINS}: the export has all.`}
          </p>
          {shown.length === 0 ? (
            <Empty>No domain matches. Change the filter.</Empty>
          ) : (
            <DomainsTable id={id} domains={shown} />
          )}
        </>
      )}
    </>
  );
}
