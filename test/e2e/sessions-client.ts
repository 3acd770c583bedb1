import pg from 'pg';

/** One statement on a connection of its own. @param before a statement that sets the connection up */
export async function sql<T extends pg.QueryResultRow = pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: readonly unknown[] = [],
  before = 'SELECT 1',
): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(before);
    return (await client.query<T>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A session as clients see it. */
export interface SessionBody {
  readonly id: string;
  readonly topicId: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly command: string | null;
  readonly availableActions: readonly string[];
  readonly policyConfig: Record<string, unknown>;
  readonly config: Record<string, unknown>;
  readonly seeds: readonly string[];
  readonly randomSeed: number;
  readonly [field: string]: unknown;
}
export interface ListBody<T> {
  readonly items: readonly T[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const CONFIG = `config {
  budget { fetches minutes relevantPages domains } domainCap { kind max start min } grouping objective { domainWeight domainsAtLeast } scope { allowHosts denyHosts allowPatterns denyPatterns maxDepth }
  concurrency hostConcurrency hostDelayMs eagerness robots followNofollow obeyNoindex render
  rendering { wait { until selector ms } scroll loadMore { selector clicks } blockTrackers screenshots } contentTypes languages
  duplicates { exact nearDistance reward } traps { detect maxPerPattern } sitemaps trackChanges known knownDays archive search retries hostFailureLimit hostBarrenLimit hostEvidence userAgent acceptLanguage cookies timeoutMs maxBytes
  maxRedirects maxLinksPerPage saturation { window minHarvestRate confidence } monitoring { revisitAfterMinutes revisitAfterSteps freshHours } }`;
/** Fields of a session, and settings, whose values are enums in GraphQL. */
const SPELLED = ['state', 'stateReason', 'quotaReached', 'waitingFor', 'command', 'startedBy'];
const ENUMS = new Set([
  ...SPELLED,
  'grouping',
  'known',
  'search',
  'render',
  'contentTypes',
  'cookies',
  'kind',
  'until',
]);

function restConfig(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => restConfig(item, name));
  if (typeof value === 'string') return ENUMS.has(name) ? value.toLowerCase().replaceAll('_', '-') : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([key, part]) => [key, restConfig(part, key)]),
  );
}

/** A GraphQL session in the form of REST. */
export function asRest(session: SessionBody): SessionBody {
  const spelled = SPELLED.map((name) => [name, restConfig(session[name], name)]);
  const stats = session['policyStats'] as readonly { readonly name: string; readonly value: number }[];
  return {
    ...session,
    ...(Object.fromEntries(spelled) as Partial<SessionBody>),
    config: restConfig(session.config) as SessionBody['config'],
    policyStats: Object.fromEntries(stats.map(({ name, value }) => [name, value])),
  };
}

/** Every field of a session under its REST name. */
export const SESSION_FIELDS = `id topicId name note startedBy startedById keywordSetVersion modelId pendingModelId policy policyVersion policyConfig ${CONFIG} randomSeed startFrom seeds state stateReason quotaReached error waitingFor command
  availableActions found fetched relevant domainCount relevantDomainCount objectiveProgress { relevantDomains domainsAtLeast reached } failed robotsDenied reused skipped harvestRate harvestRateRecent
  harvestEstimate { window pages relevant rate lower upper confidence minHarvestRate poorPages }
  frontierSize underWay pagesPerSecond activeSeconds estimatedEndAt policyStats { name value } createdAt updatedAt startedAt finishedAt`;

/** The fetched URLs of a session, in order. */
export async function fetchedUrls(databaseUrl: string, sessionId: string): Promise<string[]> {
  const rows = await sql<{ url: string }>(
    databaseUrl,
    'SELECT u.url FROM pages p JOIN urls u ON u.session_id = p.session_id AND u.url_no = p.url_no WHERE p.session_id = $1 ORDER BY p.step',
    [sessionId],
  );
  return rows.map(({ url }) => url);
}

/** Makes the next run of a session start from its log, by removing its checkpoints. */
export async function dropCheckpoints(databaseUrl: string, sessionId: string): Promise<void> {
  for (const table of ['checkpoints', 'learnt_states'])
    await sql(databaseUrl, `DELETE FROM ${table} WHERE session_id = $1`, [sessionId]);
}
