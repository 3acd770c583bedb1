import type { JSX } from 'preact';
import { graphql, type ResultOf } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { headed } from '../../parts/named-words.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Table } from '../../parts/table.js';
import { secondOf } from '../../parts/words.js';
import { useInAddress } from '../../router.js';

const AUDIT = graphql(`
  query Audit($after: String, $object: AuditedObject) {
    currentProject {
      name
      auditLog(first: 50, after: $after, object: $object) {
        nodes {
          id
          createdAt
          actor
          address
          call
          change
          object
          rows
          ids
          requestId
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

type AuditedObject = ResultOf<typeof AUDIT>['currentProject']['auditLog']['nodes'][number]['object'];
/** All kinds of objects: the type has each. */
const OBJECTS: Readonly<Record<AuditedObject, string>> = {
  ...{ API_KEY: 'keys', EXAMPLE: 'examples', EXPERIMENT: 'experiments', EXPORT: 'exports', JOB: 'jobs' },
  ...{ KEYWORD_CANDIDATE: 'keyword candidates', KEYWORD_SET: 'keywords', MODEL: 'models', MONITOR: 'monitors' },
  ...{
    PROJECT: 'projects',
    REMARK: 'verdicts, tags and notes',
    SCHEDULE: 'schedules',
    SEED_CANDIDATE: 'seed candidates',
  },
  ...{ SESSION: 'sessions', SESSION_TEMPLATE: 'session templates', SHARE: 'share links', SPIDER: 'spiders' },
  ...{
    TOPIC: 'topics',
    WEBHOOK: 'webhooks',
    WEBHOOK_MESSAGE: 'messages of webhooks',
    WEBHOOK_SECRET: 'secrets of webhooks',
  },
};
const isAudited = (text: string): text is AuditedObject => Object.hasOwn(OBJECTS, text);
const CHANGES: Readonly<Record<string, string>> = { INSERT: 'made', UPDATE: 'changed', DELETE: 'deleted' };

/** The audit log of the project. */
export function AuditPart(): JSX.Element {
  const paging = usePaging('audit');
  const [named, setNamed] = useInAddress('about');
  const object = isAudited(named) ? named : null;
  const loaded = useQuery(AUDIT, { after: paging.after, object });
  return (
    <>
      <div class="filters">
        <label>
          <span>About</span>
          <select
            value={object ?? ''}
            onInput={(event) => {
              paging.begin();
              setNamed(event.currentTarget.value);
            }}
          >
            <option value="">everything</option>
            {Object.entries(OBJECTS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Listed
        loaded={loaded}
        what="the audit log"
        isEmpty={({ currentProject }) => currentProject.auditLog.nodes.length === 0}
        empty={<p>Nothing was changed yet, or nothing of this kind.</p>}
      >
        {({ currentProject: { auditLog } }) => (
          <>
            <Table
              name="Audit log"
              rows={auditLog.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'When', cell: ({ createdAt }) => secondOf(createdAt) },
                { head: 'Actor', cell: ({ actor, address }) => `${actor} from ${address}` },
                {
                  head: 'Change',
                  cell: (entry) =>
                    `${headed(entry.object)} ${CHANGES[entry.change] ?? ''}${entry.rows > 1 ? `: ${entry.rows}` : ''}`,
                },
                { head: 'Call', cell: ({ call }) => <code>{call}</code> },
                {
                  head: 'Ids',
                  cell: ({ ids, requestId }) => (
                    <details>
                      <summary>{ids.length === 1 ? '1 id' : `${ids.length} ids`}</summary>
                      {ids.slice(0, 20).map((id) => (
                        <p key={id} class="note">
                          <code>{id}</code>
                        </p>
                      ))}
                      <p class="note">Call {requestId}</p>
                    </details>
                  ),
                },
              ]}
            />
            <Pager paging={paging} info={auditLog.pageInfo} name="More entries" />
          </>
        )}
      </Listed>
    </>
  );
}
