import { readFileSync } from 'node:fs';
import { SESSION_TABLES } from './session-tables.repository.js';

/**
 * Outlives its session: leftovers of uploads, by which their objects are found (modules/base/page-texts), and the
 * progress of collecting the log, until the session's results are removed from the topic's collection
 * (modules/results/collections).
 */
const OUTLIVES = ['text_uploads', 'collection_progress'];

/** Tables whose primary key begins with the session. */
function tablesOfSessions(schema: string): string[] {
  const models = [...schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)].map(([, body]) => body ?? '');
  return models
    .filter((body) => /@@id\(\[sessionId[\],]/.test(body) || /@id @map\("session_id"\)/.test(body))
    .filter((body) => !/onDelete: Cascade/.test(body))
    .map((body) => /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '');
}

it('clears away every table that holds rows of sessions and does not go with them by itself', () => {
  const tables = tablesOfSessions(readFileSync('prisma/schema.prisma', 'utf8'));
  expect(tables).toEqual(expect.arrayContaining(['pages', 'page_links', 'checkpoints', 'policy_minds']));
  expect(tables.filter((table) => !(SESSION_TABLES as readonly string[]).includes(table))).toEqual(OUTLIVES);
});
