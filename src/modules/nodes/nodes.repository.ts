import { Injectable } from '@nestjs/common';
import { ofProject, Prisma, PrismaService } from '../../platform/database/index.js';

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
} as const;
export type NodeKind = keyof typeof TABLES;

const PARTS_OF_TOPICS: ReadonlySet<string> = new Set([
  'keyword_sets',
  'keyword_candidates',
  'seed_candidates',
  'examples',
]);
/** Whether the row `o` of a table belongs to the project in scope. */
const owned = (table: string): Prisma.Sql =>
  PARTS_OF_TOPICS.has(table)
    ? Prisma.sql`EXISTS (SELECT FROM topics t WHERE t.id = o.topic_id AND ${ofProject('t')})`
    : ofProject('o');

@Injectable()
export class NodesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Of what kind each object is; ids are unique over all tables. An id that nothing has is left out. */
  async kindsOf(ids: readonly string[]): Promise<Map<string, NodeKind>> {
    const found = Object.entries(TABLES).map(
      ([kind, table]) =>
        Prisma.sql`SELECT o.id, ${kind} AS kind FROM ${Prisma.raw(table)} o WHERE o.id = ANY(${ids}::uuid[]) AND ${owned(table)}`,
    );
    const rows = await this.prisma.$queryRaw<{ id: string; kind: NodeKind }[]>(Prisma.join(found, ' UNION ALL '));
    return new Map(rows.map(({ id, kind }) => [id, kind]));
  }
}
