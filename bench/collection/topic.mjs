/** Writes the sessions of a topic straight into the database, as crawls would leave them, but for links. */

const DOMAINS = 4_000;
/** Words of a text; each occurs in one of some hundred texts. */
const WORDS = 40;

/**
 * All sessions have the same number of pages, half of them those of the session before. The collection sees them only
 * after `completeSessions`.
 *
 * @returns the ids of the topic and of its sessions, oldest first
 */
export async function fillTopic(client, sessions, pages) {
  const one = async (sql, values = []) => (await client.query(sql, values)).rows[0].id;
  const topic = await one(`INSERT INTO topics (id, name, updated_at) VALUES (uuidv7(), 'large', now()) RETURNING id`);
  await client.query(
    `INSERT INTO seeds (topic_id, url, position) SELECT $1, 'http://www.site' || n || '.example/', n FROM generate_series(0, 9) n`,
    [topic],
  );
  const set = await one(`INSERT INTO keyword_sets (id, topic_id, version) VALUES (uuidv7(), $1, 1) RETURNING id`, [
    topic,
  ]);
  const model = await one(
    `INSERT INTO models (id, topic_id, version, kind, status, config, threshold, trained_at) VALUES (uuidv7(), $1, 1, 'linear-svm', 'READY', '{}', 0.5, now()) RETURNING id`,
    [topic],
  );
  const ids = [];
  for (let i = 0; i < sessions; i++) {
    const id = await one(
      `INSERT INTO sessions (id, topic_id, keyword_set_id, model_id, policy, policy_version, policy_config, config, random_seed, seeds, state, state_reason, finished_at, created_at,
         found, fetched) SELECT uuidv7(), $1, $2, $3, 'breadth-first', 1, '{}', '{"budget":{"fetches":1}}', 1, '{}', 'COMPLETED', 'BUDGET', now(), now() - ($5::int - $6::int) * interval '7 days',
         $4, $4 RETURNING id`,
      [topic, set, model, pages, sessions, i],
    );
    ids.push(id);
    const numbers = `generate_series(0, ${pages} - 1) n, LATERAL (SELECT n + ${(i * pages) / 2} AS no) x, LATERAL (SELECT (no::bigint * 7919 % ${DOMAINS})::int AS d) y`;
    await client.query(
      `INSERT INTO domains (session_id, domain_no, name, fetched) SELECT $1, d, 'site' || d || '.example', 1 FROM generate_series(0, ${DOMAINS - 1}) d`,
      [id],
    );
    await client.query(
      `INSERT INTO urls (session_id, url_no, url, host, domain_no) SELECT $1, n, 'http://www.site' || d || '.example/page/' || no, 'www.site' || d || '.example', d FROM ${numbers}`,
      [id],
    );
    // One of forty fetches fails; one of fifty pages repeats an earlier text.
    await client.query(
      `INSERT INTO pages (session_id, step, seq, chosen_after, url_no, source, outcome, final_url_no, domain_no, redirects, http_status, content_type, fetched_at, duration_ms,
        bytes, truncated, rendered, title, headings, language, text, main_ranges, link_count, probability, relevant, reward, depth, why, choice, simhash)
      SELECT $1, n, n, greatest(n - 4, 0), n, -1, CASE WHEN n % 40 = 39 THEN 'timeout' ELSE 'page' END, n, d, '{}', 200, 'text/html',
        s.created_at + n * interval '1 second', 120, 30000, false, false, 'Page ' || no || ' of cheese', '{}', CASE WHEN no % 100 = 0 THEN 'fi' WHEN no % 10 = 0 THEN 'de' ELSE 'en' END,
        CASE WHEN n % 40 < 39 THEN 'word' || no || ' cheese ' || (SELECT string_agg(md5((no % 500 * 100 + w)::text), ' ') FROM generate_series(1, ${WORDS}) w) END,
        CASE WHEN n % 40 < 39 THEN ARRAY[1, 400] ELSE '{}' END, 8, (no * 31 % 1000) / 1000.0, n % 40 < 39 AND no * 31 % 1000 >= 700, 0, 3, '{}', n,
        CASE WHEN no % 50 = 0 THEN no / 100 ELSE no + 1000000000 END
      FROM ${numbers}, (SELECT created_at FROM sessions WHERE id = $1) s`,
      [id],
    );
    await client.query(
      `INSERT INTO page_lexemes (session_id, step, lexemes) SELECT session_id, step, array_to_tsvector(ARRAY[' ' || session_id, ' ' || $2]) || to_tsvector('english', title || ' ' || text)
       FROM pages WHERE session_id = $1 AND text IS NOT NULL`,
      [id, topic],
    );
    await client.query('INSERT INTO search_progress (session_id, indexed) VALUES ($1, 2147483647)', [id]);
    process.stdout.write(`\r${i + 1} of ${sessions} sessions written`);
  }
  process.stdout.write('\n');
  await client.query('VACUUM ANALYZE');
  return { topic, sessions: ids };
}

/** Marks the logs as complete: upkeep starts now. */
export const completeSessions = (client, topic) =>
  client.query(`UPDATE sessions SET completed = found WHERE topic_id = $1`, [topic]);
