import { Injectable } from '@nestjs/common';
import { ofProject, Prisma, PrismaService } from '../../../platform/database/index.js';

/** The tables of objects with ids, by the name of their GraphQL type. */
const TABLES = {
  Topic: 'topics',
  Model: 'models',
  Spider: 'spiders',
  Session: 'sessions',
  Experiment: 'experiments',
  Job: 'jobs',
  KeywordSet: 'keyword_sets',
  KeywordCandidate: 'keyword_candidates',
  SeedCandidate: 'seed_candidates',
  Example: 'examples',
  LabellerLabel: 'labeller_labels',
  Schedule: 'schedules',
  ScheduleRun: 'schedule_runs',
  SessionTemplate: 'session_templates',
  Monitor: 'monitors',
  MonitorRun: 'monitor_runs',
  SeenChange: 'page_changes',
  StoredExport: 'exports',
  Webhook: 'webhooks',
  WebhookMessage: 'webhook_messages',
} as const;
export type NodeKind = keyof typeof TABLES;

/** Tables without a project column: their rows belong to the object in the given column. */
const PARENTS: Partial<Record<(typeof TABLES)[NodeKind], readonly [table: string, column: string]>> = {
  keyword_sets: ['topics', 'topic_id'],
  keyword_candidates: ['topics', 'topic_id'],
  seed_candidates: ['topics', 'topic_id'],
  examples: ['topics', 'topic_id'],
  labeller_labels: ['topics', 'topic_id'],
  schedule_runs: ['schedules', 'schedule_id'],
  monitor_runs: ['monitors', 'monitor_id'],
  page_changes: ['monitors', 'monitor_id'],
  webhook_messages: ['webhooks', 'webhook_id'],
};
/** Whether the row `o` of a table belongs to the project in scope. */
function owned(table: (typeof TABLES)[NodeKind]): Prisma.Sql {
  const parent = PARENTS[table];
  if (parent === undefined) return ofProject('o');
  const [of, column] = parent.map((name) => Prisma.raw(name));
  return Prisma.sql`EXISTS (SELECT FROM ${of} t WHERE t.id = o.${column} AND ${ofProject('t')})`;
}

@Injectable()
export class NodesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The kind of each object; ids are unique over all tables. Omits unknown ids. */
  async kindsOf(ids: readonly string[]): Promise<Map<string, NodeKind>> {
    const found = (Object.entries(TABLES) as [NodeKind, (typeof TABLES)[NodeKind]][]).map(
      ([kind, table]) =>
        Prisma.sql`SELECT o.id, ${kind} AS kind FROM ${Prisma.raw(table)} o WHERE o.id = ANY(${ids}::uuid[]) AND ${owned(table)}`,
    );
    const rows = await this.prisma.$queryRaw<{ id: string; kind: NodeKind }[]>(Prisma.join(found, ' UNION ALL '));
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }
}
