/**
 * Invariants of a stored session that hold at any moment, whatever happened to its processes; each is a query for
 * contradictions.
 */

/**
 * Outcomes that cost no budget: always, or if no request for the page was sent. A test compares them with the service's
 * own table.
 */
export const FREE_ENDS = ['reused', 'overloaded', 'sitemap', 'sitemap-failed', 'search', 'search-failed'];
export const ENDS_BEFORE_REQUEST = [
  'known',
  'robots-denied',
  'robots-unreachable',
  'blocked-address',
  'invalid-url',
  'proxy',
  'deferred',
  'aborted',
];
const listed = (kinds) => kinds.map((kind) => `'${kind}'`).join(', ');
const FREE = `(outcome IN (${listed(FREE_ENDS)}) OR (outcome IN (${listed(ENDS_BEFORE_REQUEST)}) AND cardinality(redirects) = 0))`;

/** Queries by name; $1 is the session. Each row is a violation, described in `what`. */
const INVARIANTS = {
  'counters are the sums of the rows': `
    SELECT format('session says fetched %s failed %s relevant %s completed %s found %s, rows say %s %s %s %s %s',
      s.fetched, s.failed, s.relevant, s.completed, s.found, p.fetched, p.failed, p.relevant, p.completed, u.found) AS what
    FROM sessions s,
      LATERAL (SELECT count(*) FILTER (WHERE outcome = 'page')::int AS fetched, count(*) FILTER (WHERE outcome <> 'page' AND NOT ${FREE})::int AS failed,
        count(*) FILTER (WHERE relevant)::int AS relevant, count(*)::int AS completed FROM pages WHERE session_id = s.id) p,
      LATERAL (SELECT count(*)::int AS found FROM urls WHERE session_id = s.id) u
    WHERE s.id = $1 AND (s.fetched, s.failed, s.relevant, s.completed, s.found) IS DISTINCT FROM (p.fetched, p.failed, p.relevant, p.completed, u.found)`,
  'counters of domains are the sums of the rows': `
    SELECT format('domain %s says %s %s %s, rows say %s %s %s', d.domain_no, d.fetched, d.relevant, d.failed, p.fetched, p.relevant, p.failed) AS what
    FROM domains d LEFT JOIN (
      SELECT domain_no, count(*) FILTER (WHERE outcome = 'page')::int AS fetched, count(*) FILTER (WHERE relevant)::int AS relevant,
        count(*) FILTER (WHERE outcome <> 'page' AND NOT ${FREE})::int AS failed FROM pages WHERE session_id = $1 GROUP BY domain_no) p USING (domain_no)
    WHERE d.session_id = $1 AND (d.fetched, d.relevant, d.failed) IS DISTINCT FROM (coalesce(p.fetched, 0), coalesce(p.relevant, 0), coalesce(p.failed, 0))`,
  'completed steps are numbered without gaps or doubles': `
    SELECT format('%s rows, seq from %s to %s, %s of them different', count(*), min(seq), max(seq), count(DISTINCT seq)) AS what
    FROM pages WHERE session_id = $1 HAVING count(*) > 0 AND (min(seq) <> 0 OR max(seq) <> count(*) - 1 OR count(DISTINCT seq) <> count(*))`,
  'choices are numbered without doubles': `
    SELECT format('step %s %s times', step, count(*)) AS what FROM pages WHERE session_id = $1 GROUP BY step HAVING count(*) > 1`,
  'no URL is chosen twice': `
    SELECT format('URL %s chosen %s times', url_no, count(*)) AS what FROM pages WHERE session_id = $1 AND step = choice GROUP BY url_no HAVING count(*) > 1`,
  'no page is stored twice': `
    SELECT format('page %s stored %s times', final_url_no, count(*)) AS what
    FROM pages WHERE session_id = $1 AND outcome = 'page' GROUP BY final_url_no HAVING count(*) > 1`,
  'MAX is kept': `
    SELECT format('domain %s spent %s of %s', d.name, d.fetched + d.failed, s.config->>'domainCap') AS what
    FROM domains d JOIN sessions s ON s.id = d.session_id
    WHERE s.id = $1 AND jsonb_typeof(s.config->'domainCap') = 'number' AND d.fetched + d.failed > (s.config->>'domainCap')::int`,
  'the budget is kept': `
    SELECT format('%s of %s fetches', fetched + failed, config->'budget'->>'fetches') AS what
    FROM sessions WHERE id = $1 AND fetched + failed > (config->'budget'->>'fetches')::int`,
  'URLs are numbered densely, each once': `
    SELECT format('%s URLs, %s of them different, numbers up to %s', count(*), count(DISTINCT url), max(url_no)) AS what
    FROM urls WHERE session_id = $1 HAVING count(*) > 0 AND (count(DISTINCT url) <> count(*) OR max(url_no) <> count(*) - 1)`,
  'links lead from stored pages to known URLs': `
    SELECT format('link %s of step %s leads to URL %s', l.position, l.source, l.url_no) AS what FROM links l
    WHERE l.session_id = $1 AND (NOT EXISTS (SELECT FROM urls u WHERE u.session_id = $1 AND u.url_no = l.url_no)
      OR NOT EXISTS (SELECT FROM pages p WHERE p.session_id = $1 AND p.step = l.source)) LIMIT 10`,
  'each page has the links it counts': `
    SELECT format('step %s counts %s links, has %s', p.step, p.link_count, count(l.position)) AS what
    FROM pages p LEFT JOIN links l ON l.session_id = p.session_id AND l.source = p.step
    WHERE p.session_id = $1 GROUP BY p.step, p.link_count HAVING p.link_count <> count(l.position)`,
  'at most two checkpoints are kept, none of steps that are not there': `
    SELECT format('checkpoints of %s steps', string_agg(DISTINCT c.completed::text, ', ')) AS what FROM checkpoints c JOIN sessions s ON s.id = c.session_id
    WHERE s.id = $1 HAVING count(DISTINCT c.completed) > 2 OR max(c.completed) > max(s.completed)`,
};

/**
 * Contradictions to the invariants of a session that nobody writes to at the moment.
 *
 * @param client anything with `query` of `pg`
 * @returns one line per contradiction
 */
export async function violationsOf(client, sessionId) {
  const violations = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await client.query(sql, [sessionId]);
    for (const { what } of rows) violations.push(`${name}: ${what}`);
  }
  return violations;
}
