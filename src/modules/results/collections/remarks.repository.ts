import { Injectable } from '@nestjs/common';
import {
  type DatabaseTransaction,
  ofProject,
  Prisma,
  PrismaService,
  TRANSACTION,
} from '../../../platform/database/index.js';
import { type DomainError, invalid } from '../../../platform/errors/index.js';
import { type StoredRemark, TAUGHT } from './remarks.js';

/** A host has at most 253 characters, and so at most this many parents. */
const MAX_PARENTS = 126;

type Subject = 'page' | 'domain';

/** A page that a verdict on its domain may label. */
export interface TeachingPage {
  readonly domain: string;
  readonly url: string;
  readonly title: string | null;
  readonly sessionId: string | null;
  readonly step: number | null;
}
export type NamedPage = TeachingPage & { readonly key: string; readonly label: boolean | null };

/** People's remarks on pages and domains of collections. */
@Injectable()
export class RemarksRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * @param work called while no other remarks on the topic are written; null is returned without calling it if there is
   * no such topic
   */
  change<T>(topicId: string, work: (db: DatabaseTransaction) => Promise<T>): Promise<T | null> {
    return this.prisma.$transaction(async (db) => {
      const rows = await db.$queryRaw<
        object[]
      >`SELECT FROM topics WHERE ${ofProject()} AND id = ${topicId}::uuid FOR NO KEY UPDATE`;
      return rows.length === 0 ? null : work(db);
    }, TRANSACTION);
  }

  /** Pages by their keys. */
  pages(topicId: string, keys: readonly string[]): Promise<NamedPage[]> {
    return this.prisma.$queryRaw`
      SELECT url_key::text AS key, domain, url, title, session_id::text AS "sessionId", step, label FROM collection_pages
      WHERE topic_id = ${topicId}::uuid AND url_key = ANY(${[...keys]}::uuid[])`;
  }

  /** The domains of these that are in the collection. */
  async domains(topicId: string, names: readonly string[]): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<
      { name: string }[]
    >`SELECT name FROM collection_domains WHERE topic_id = ${topicId}::uuid AND name = ANY(${[...names]}::text[])`;
    return rows.map(({ name }) => name);
  }

  /** The error for a name that no domain of the collection has. A host is answered with the domain that has it. */
  async unknownDomain(topicId: string, field: string, name: string): Promise<DomainError> {
    const labels = name.split('.');
    const parents = labels.slice(1).map((_, i) => labels.slice(i + 1).join('.'));
    const domains = await this.domains(topicId, parents.slice(0, MAX_PARENTS));
    const own = parents.find((parent) => domains.includes(parent));
    const allowed = `names of domains of the collection${own === undefined ? '' : `, such as ${own}`}`;
    return invalid(field, `the collection has no domain ${JSON.stringify(name)}`, allowed);
  }

  /** Known but unfetched pages of these domains. */
  async unfetched(topicId: string, names: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.prisma.$queryRaw<{ name: string; unfetched: number }[]>`
      SELECT name, greatest(0, known - pages - duplicates) AS unfetched FROM collection_domains
      WHERE topic_id = ${topicId}::uuid AND name = ANY(${[...names]}::text[]) ORDER BY name`;
    return new Map(rows.map(({ name, unfetched }) => [name, unfetched]));
  }

  /** For each domain the unlabelled pages that a verdict labels: see `TAUGHT`. */
  teaching(topicId: string, verdict: keyof typeof TAUGHT, names: readonly string[]): Promise<TeachingPage[]> {
    const { pages, among, relevantOnly } = TAUGHT[verdict];
    return this.prisma.$queryRaw`
      SELECT k.name AS domain, t.url, t.title, t.session_id::text AS "sessionId", t.step FROM unnest(${[...names]}::text[]) AS k (name) CROSS JOIN LATERAL (
        SELECT p.*, row_number() OVER (ORDER BY p.probability DESC, p.url_key) AS place, count(*) OVER () AS pages FROM (
          SELECT * FROM collection_pages p WHERE p.topic_id = ${topicId}::uuid AND p.domain = k.name AND p.representative AND p.label IS NULL AND p.gone_at IS NULL
            AND p.session_id IS NOT NULL AND (p.relevant OR NOT ${relevantOnly})
          ORDER BY p.probability DESC, p.url_key LIMIT ${among}) p) t
      -- The middles of equal parts.
      WHERE t.place IN (SELECT ceil(t.pages * (part - 0.5) / ${pages}) FROM generate_series(1, ${pages}) AS part)
      ORDER BY k.name, t.place`;
  }

  async labels(db: DatabaseTransaction, topicId: string, urls: readonly string[]): Promise<Map<string, boolean>> {
    const rows = await db.$queryRaw<
      { url: string; relevant: boolean }[]
    >`SELECT url, relevant FROM examples WHERE topic_id = ${topicId}::uuid AND url = ANY(${[...urls]}::text[])`;
    return new Map(rows.map(({ url, relevant }) => [url, relevant]));
  }

  /** Ids of the labels of these URLs. */
  async labelIds(db: DatabaseTransaction, topicId: string, urls: readonly string[]): Promise<Map<string, string>> {
    const rows = await db.$queryRaw<
      { url: string; id: string }[]
    >`SELECT url, id::text FROM examples WHERE topic_id = ${topicId}::uuid AND url = ANY(${[...urls]}::text[])`;
    return new Map(rows.map(({ url, id }) => [url, id]));
  }

  /** Withdraws labels: those of URLs, and those given by a verdict and unchanged since. */
  async unlabel(
    db: DatabaseTransaction,
    topicId: string,
    urls: readonly string[],
    taught: readonly { readonly id: string; readonly relevant: boolean }[],
  ): Promise<void> {
    if (urls.length > 0)
      await db.$executeRaw`DELETE FROM examples WHERE topic_id = ${topicId}::uuid AND url = ANY(${[...urls]}::text[])`;
    if (taught.length > 0)
      await db.$executeRaw`
        DELETE FROM examples e USING unnest(${taught.map(({ id }) => id)}::uuid[], ${taught.map(({ relevant }) => relevant)}::bool[]) AS x (id, relevant)
        WHERE e.topic_id = ${topicId}::uuid AND e.id = x.id AND e.relevant = x.relevant`;
  }

  async find(
    db: Pick<DatabaseTransaction, '$queryRaw'>,
    topicId: string,
    subject: Subject,
    keys: readonly string[],
  ): Promise<Map<string, StoredRemark>> {
    const rows = await db.$queryRaw<StoredRemark[]>`
      SELECT key, verdict, tags, note, taught::text[] AS taught FROM collection_remarks
      WHERE topic_id = ${topicId}::uuid AND subject = ${subject} AND key = ANY(${[...keys]}::text[])`;
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** Writes remarks; empty ones are deleted. */
  async save(
    db: DatabaseTransaction,
    topicId: string,
    subject: Subject,
    remarks: readonly StoredRemark[],
  ): Promise<void> {
    const saysSomething = ({ verdict, tags, note }: StoredRemark): boolean =>
      verdict !== null || tags.length > 0 || note !== '';
    const [kept, empty] = [remarks.filter(saysSomething), remarks.filter((one) => !saysSomething(one))];
    if (empty.length > 0)
      await db.$executeRaw`
        DELETE FROM collection_remarks WHERE topic_id = ${topicId}::uuid AND subject = ${subject} AND key = ANY(${empty.map(({ key }) => key)}::text[])`;
    if (kept.length === 0) return;
    // SQL requires nested lists of equal length; JSON does not.
    await db.$executeRaw`
      INSERT INTO collection_remarks AS r (topic_id, subject, key, verdict, tags, note, taught, updated_at)
      SELECT ${topicId}::uuid, ${subject}, x.key, x.verdict, x.tags, x.note, x.taught, now()
      FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS x (key text, verdict text, tags text[], note text, taught uuid[])
      ON CONFLICT (topic_id, subject, key) DO UPDATE SET verdict = excluded.verdict, tags = excluded.tags, note = excluded.note, taught = excluded.taught, updated_at = now()
      WHERE (r.verdict, r.tags, r.note, r.taught) IS DISTINCT FROM (excluded.verdict, excluded.tags, excluded.note, excluded.taught)`;
  }

  /** Names of the domains with a verdict. */
  async decided(topicId: string, verdict: 'keep' | 'reject', most: number): Promise<string[]> {
    const rows = await this.prisma.$queryRaw<{ key: string }[]>`
      SELECT key FROM collection_remarks WHERE topic_id = ${topicId}::uuid AND subject = 'domain' AND verdict = ${verdict} ORDER BY updated_at DESC, key LIMIT ${most}`;
    return rows.map(({ key }) => key);
  }

  /** For each domain the start pages for a crawl: the one with the shortest URL, and the best ones. */
  async entrances(topicId: string, names: readonly string[], best: number): Promise<Map<string, string[]>> {
    const rows = await this.prisma.$queryRaw<{ name: string; url: string }[]>`
      SELECT k.name, p.url FROM unnest(${[...names]}::text[]) AS k (name) CROSS JOIN LATERAL (
        (SELECT url, 0 AS place FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = k.name AND gone_at IS NULL ORDER BY length(url), url LIMIT 1)
        UNION ALL
        (SELECT url, 1 AS place FROM collection_pages WHERE topic_id = ${topicId}::uuid AND domain = k.name AND gone_at IS NULL AND relevant AND representative
         ORDER BY probability DESC, url_key LIMIT ${best})) p
      ORDER BY k.name, p.place`;
    const entrances = new Map<string, string[]>(names.map((name) => [name, []]));
    for (const { name, url } of rows) entrances.get(name)?.push(url);
    return entrances;
  }
}

/** The pages `p` of a list with a tag. Collected first, because they are few. */
export const tagged = (topicId: string, tag: string): Prisma.Sql =>
  Prisma.sql`p.url_key = ANY(ARRAY(SELECT r.key::uuid FROM collection_remarks r WHERE r.topic_id = ${topicId}::uuid AND r.subject = 'page' AND r.tags @> ARRAY[${tag.trim()}]::text[]))`;
