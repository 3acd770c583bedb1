import type { DynamicModule } from '@nestjs/common';
import pg from 'pg';
import { PoliciesModule } from '../../src/modules/policies/index.js';
import { ResultsModule } from '../../src/modules/results/index.js';
import { SessionsModule } from '../../src/modules/sessions/index.js';
import type { AppConfig } from '../../src/platform/config/index.js';
import { HttpModule } from '../../src/platform/http/index.js';
import { PlatformModule } from '../../src/platform/platform.module.js';

class Root {}
export const root = (config: AppConfig, databaseUrl: string): DynamicModule =>
  ({ module: Root, imports: [PlatformModule.forRoot(config, databaseUrl), HttpModule, SessionsModule, ResultsModule, PoliciesModule] });

/** One statement on a connection of its own. */
export async function sql<T extends pg.QueryResultRow = pg.QueryResultRow>(databaseUrl: string, text: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
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
export const SESSION_FIELDS = `id topicId keywordSetVersion modelId policy policyVersion policyConfig config seed seeds state stateReason error command
  availableActions found fetched relevant domains: domainCount relevantDomains: relevantDomainCount failed robotsDenied harvestRate harvestRateRecent
  frontierSize pagesPerSecond activeSeconds estimatedEndAt policyStats createdAt updatedAt startedAt finishedAt`;
