import type { JSX } from 'preact';
import { graphql } from '../../api/graphql.js';
import { useQuery } from '../../api/use-query.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, counted } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { budgetInWords, firstOf, knownInWords, starterInWords } from './asked-words.js';
import type { Session } from './queries.js';

const STARTER = graphql(`
  query Starter($ids: [ID!]!) {
    nodes(ids: $ids) {
      __typename
      ... on Schedule {
        name
      }
      ... on Monitor {
        name
      }
    }
  }
`);

const [HOSTS_SHOWN, KEYWORDS_SHOWN] = [2, 8];

/** The starter and the start time of the session. */
export function Started({ session }: { readonly session: Session }): JSX.Element {
  const { startedBy, startedById, createdAt } = session;
  const { data } = useQuery(STARTER, { ids: startedById === null ? [] : [startedById] });
  const [node] = data?.nodes ?? [];
  const name = node && 'name' in node ? node.name : null;
  return (
    <>
      Started <time dateTime={createdAt}>{ago(createdAt, Date.now())}</time>
      {data && startedBy !== 'USER' && (
        <>
          {' '}
          <bdi>{starterInWords(startedBy, name)}</bdi>
        </>
      )}
      .
    </>
  );
}

/** The host of an address; the address itself where it has none. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function Seeds({ seeds }: { readonly seeds: readonly string[] }): JSX.Element {
  const hosts = [...new Set(seeds.map(hostOf))];
  return (
    <details class="more">
      <summary>
        {counted(seeds.length, 'address', 'addresses')} <bdi>({firstOf(hosts, HOSTS_SHOWN, 'host')})</bdi>
      </summary>
      {seeds.map((url) => (
        <div key={url}>
          <WebLink url={url}>{url}</WebLink>
        </div>
      ))}
    </details>
  );
}

/** The task of the session. */
export function Asked({ session }: { readonly session: Session }): JSX.Element {
  const { topic, topicId, policy, model, config, seeds } = session;
  const keywords = topic.keywordSet?.keywords.map(({ text }) => text) ?? [];
  const rows: readonly (readonly [string, JSX.Element | string])[] = [
    ['Topic', <Link to={pathTo('topic', topicId)}>{topic.name}</Link>],
    ...(keywords.length === 0
      ? []
      : [['Keywords', <bdi>{firstOf(keywords, KEYWORDS_SHOWN, 'keyword')}</bdi>] as const]),
    ['Seeds', <Seeds seeds={seeds} />],
    ['Policy', policy],
    [
      'Model',
      <Link to={pathTo('model', model.id)}>
        version {model.version} ({model.kind})
      </Link>,
    ],
    ['Ends after', budgetInWords(config.budget)],
    ['Pages that the topic has', knownInWords(config.known, config.knownDays)],
  ];
  return (
    <dl class="terms asked">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
