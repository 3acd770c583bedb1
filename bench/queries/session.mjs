/**
 * Writes a large completed session straight into the database, with numbers like those of a real crawl of this size.
 */

const LINKS = 8;

/**
 * @param beside a session written earlier, whose topic this one shares
 * @returns the session's id
 */
export async function fillSession(client, pages, beside = null) {
  const one = async (sql, values = []) => (await client.query(sql, values)).rows[0].id;
  const [topic, set, model] = beside === null ? await newTopic(one) : await topicOf(client, beside);
  const id = await one(
    `INSERT INTO sessions (id, topic_id, keyword_set_id, model_id, policy, policy_version, policy_config, config, random_seed, seeds, state, state_reason, finished_at,
      found, fetched, completed) SELECT uuidv7(), $1, $2, $3, 'breadth-first', 1, '{}', $4, 1, '{}', 'COMPLETED', 'BUDGET', now(), $5::int * 5 / 2, $5, 0 RETURNING id`,
    [topic, set, model, JSON.stringify({ budget: { fetches: pages } }), pages],
  );
  const domains = Math.ceil(pages / 6);
  await client.query(
    `INSERT INTO domains (session_id, domain_no, name, fetched, relevant, failed, first_step)
    SELECT $1, n, 'site' || n || '.example', CASE WHEN n % 4 = 0 THEN 20 ELSE 0 END, CASE WHEN n % 12 = 0 THEN 6 ELSE 0 END, 0, CASE WHEN n % 4 = 0 THEN n END
    FROM generate_series(0, $2::int - 1) n`,
    [id, domains],
  );
  await client.query(
    `INSERT INTO urls (session_id, url_no, url, host, domain_no)
    SELECT $1, n, 'http://site' || d || '.example/page/' || n, 'site' || d || '.example', d FROM generate_series(0, $2::int * 5 / 2) n, LATERAL (SELECT (n % $3 / 4) * 4 AS d) x`,
    [id, pages, domains],
  );
  // Sixty groups of words recur among pages; one word in each text is unique.
  for (let from = 0; from < pages; from += 10_000) {
    await client.query(
      `INSERT INTO pages (session_id, step, seq, chosen_after, url_no, source, outcome, final_url_no, domain_no, redirects, http_status, content_type, fetched_at, duration_ms,
        bytes, truncated, rendered, title, headings, language, text, main_ranges, link_count, probability, relevant, reward, depth, why, choice)
      SELECT $1, n, n, greatest(n - 4, 0), n, greatest(n / 9 - 1, -1), CASE WHEN n % 40 = 39 THEN 'timeout' ELSE 'page' END, n, (n % $4 / 4) * 4, '{}', 200, 'text/html',
        now() - ($5::int - n) * interval '1 second', 120, 30000, false, false, 'Page ' || n || ' of cheese', '{}', 'en',
        CASE WHEN n % 40 < 39 THEN 'word' || n || ' cheese ' || (SELECT string_agg(md5((n % 500 * 100 + w)::text), ' ') FROM generate_series(1, 60) w) END,
        CASE WHEN n % 40 < 39 THEN ARRAY[1, 400] ELSE '{}' END, ${LINKS}, (n % 1000) / 1000.0, n % 40 < 39 AND n % 3 = 0, CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END, 3, '{}', n
      FROM generate_series($2::int, least($2::int + 10000, $3::int) - 1) n`,
      [id, from, pages, domains, pages],
    );
    // The anchors 'more of page 0' to 'more of page 7', 14 bytes each.
    await client.query(
      `INSERT INTO page_links (session_id, source, url_nos, starts, befores, anchors, afters, marks, heading_nos, tag_path_nos, headings, texts)
      SELECT $1, n, array_agg((n * 7 + k * 131) % ($3::int * 5 / 2) ORDER BY k), array_agg(14 * k ORDER BY k), array_agg(0), array_agg(14), array_agg(0), array_agg(0),
        array_agg(0), array_agg(0), '{""}', convert_to(string_agg('more of page ' || k, '' ORDER BY k), 'UTF8')
      FROM generate_series($2::int, least($2::int + 10000, $3::int) - 1) n, generate_series(0, ${LINKS - 1}) k WHERE n % 40 < 39 GROUP BY n`,
      [id, from, pages],
    );
  }
  await client.query(
    `UPDATE domains d SET fetched = p.fetched, relevant = p.relevant, failed = p.failed, first_step = p.first FROM (
      SELECT domain_no, count(*) FILTER (WHERE outcome = 'page') AS fetched, count(*) FILTER (WHERE relevant) AS relevant,
        count(*) FILTER (WHERE outcome <> 'page') AS failed, min(step) FILTER (WHERE outcome = 'page') AS first
      FROM pages WHERE session_id = $1 GROUP BY domain_no) p WHERE d.session_id = $1 AND d.domain_no = p.domain_no`,
    [id],
  );
  // Upkeep of the collection begins now.
  await client.query('UPDATE sessions SET completed = fetched WHERE id = $1', [id]);
  await client.query('SELECT note_steps_anew($1)', [id]);
  await client.query('ANALYZE');
  return id;
}

async function newTopic(one) {
  const topic = await one(
    `INSERT INTO topics (id, name, updated_at) VALUES (gen_random_uuid(), 'large', now()) RETURNING id`,
  );
  const set = await one(
    `INSERT INTO keyword_sets (id, topic_id, version) VALUES (gen_random_uuid(), $1, 1) RETURNING id`,
    [topic],
  );
  const model = await one(
    `INSERT INTO models (id, topic_id, version, kind, status, config, threshold, trained_at) VALUES (gen_random_uuid(), $1, 1, 'linear-svm', 'READY', '{}', 0.5, now())
    RETURNING id`,
    [topic],
  );
  return [topic, set, model];
}

async function topicOf(client, sessionId) {
  const { rows } = await client.query('SELECT topic_id, keyword_set_id, model_id FROM sessions WHERE id = $1', [
    sessionId,
  ]);
  return [rows[0].topic_id, rows[0].keyword_set_id, rows[0].model_id];
}
