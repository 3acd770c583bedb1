import pg from 'pg';

/** One statement on a connection of its own. @param before a statement that sets the connection up */
export async function sql<T extends pg.QueryResultRow = pg.QueryResultRow>(
  databaseUrl: string, text: string, values: readonly unknown[] = [], before = 'SELECT 1',
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
  readonly seed: number;
  readonly [field: string]: unknown;
}
export interface ListBody<T> {
  readonly items: readonly T[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** Every field of a session, named as REST does. */
export const SESSION_FIELDS = `id topicId keywordSetVersion modelId pendingModelId policy policyVersion policyConfig config seed seeds state stateReason error command
  availableActions found fetched relevant domains: domainCount relevantDomains: relevantDomainCount failed robotsDenied harvestRate harvestRateRecent
  frontierSize pagesPerSecond activeSeconds estimatedEndAt policyStats createdAt updatedAt startedAt finishedAt`;
