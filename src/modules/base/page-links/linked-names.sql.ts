import { Prisma } from '../../../platform/database/index.js';
import type { StoredLink } from './packed-links.js';

/** Queries a database by the caller's connection. */
type Ask = (query: Prisma.Sql) => Promise<{ names: (string | null)[] | null }[]>;
type Pages = readonly (readonly StoredLink[])[];

/** Names by number, looked up one by one in a single row: with a row per name, drivers take several times as long. */
async function named(ask: Ask, numbers: ReadonlySet<number>, name: Prisma.Sql): Promise<Map<number, string>> {
  const all = [...numbers];
  const [{ names }] = await ask(
    Prisma.sql`SELECT json_agg(${name} ORDER BY k.place) AS names FROM unnest(${all}::int[]) WITH ORDINALITY AS k (no, place)`,
  );
  return new Map(all.map((no, i) => [no, names?.[i] ?? '']));
}

/** The URLs of a session's links, by number. */
export const linkedUrls = (ask: Ask, sessionId: string, pages: Pages): Promise<Map<number, string>> =>
  named(
    ask,
    new Set(pages.flatMap((links) => links.map(({ urlNo }) => urlNo))),
    Prisma.sql`(SELECT u.url FROM urls u WHERE u.session_id = ${sessionId}::uuid AND u.url_no = k.no)`,
  );

/** The tag paths of a session's links, by number; '' if unknown. */
export const linkedTagPaths = (ask: Ask, sessionId: string, pages: Pages): Promise<Map<number, string>> =>
  named(
    ask,
    new Set(pages.flatMap((links) => links.map(({ tagPathNo }) => tagPathNo))),
    Prisma.sql`(SELECT t.path FROM tag_paths t WHERE t.session_id = ${sessionId}::uuid AND t.tag_path_no = k.no)`,
  );
