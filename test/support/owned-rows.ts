import pg from 'pg';
import { insertSessionRows } from './session-rows.js';

/** One object of each kind that a project owns, with its parts. */
export interface OwnedRows {
  /** Ids by kind, named as in REST paths; numbers for objects numbered within their session or topic. */
  readonly ids: Readonly<Record<string, string>>;
  /** Objects that GraphQL finds by id alone, by type name. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Texts that occur only in these rows. */
  readonly texts: readonly string[];
}

/** Tables with a project column. */
const OWNED = [
  'topics',
  'models',
  'sessions',
  'jobs',
  'spiders',
  'experiments',
  'schedules',
  'session_templates',
  'webhooks',
  'monitors',
  'exports',
];

/** GraphQL types that are found by id alone, with their names in `ids`. */
const NODES = [
  ['Topic', 'topics'],
  ['Model', 'models'],
  ['Session', 'sessions'],
  ['KeywordSet', 'keyword-set-ids'],
  ['KeywordCandidate', 'keyword-candidates'],
  ['SeedCandidate', 'seed-candidates'],
  ['Example', 'examples'],
  ['LabellerLabel', 'labeller-labels'],
  ['Job', 'jobs'],
  ['Spider', 'spiders'],
  ['Experiment', 'experiments'],
  ['Schedule', 'schedules'],
  ['ScheduleRun', 'schedule-runs'],
  ['SessionTemplate', 'session-templates'],
  ['Monitor', 'monitors'],
  ['MonitorRun', 'monitor-runs'],
  ['SeenChange', 'changes'],
  ['StoredExport', 'exports'],
  ['Webhook', 'webhooks'],
  ['WebhookMessage', 'messages'],
] as const;

const PLAN = JSON.stringify({
  web: { kind: 'recorded', name: 'w', labels: [] },
  seeds: [],
  policies: [],
  randomSeeds: [],
  budgets: [5],
  reward: 'model',
  truth: 'model',
  session: {},
});

/** Inserts rows of all kinds into a project's tables. @param projectId default: the default project */
export async function insertOwnedRows(databaseUrl: string, name: string, projectId?: string): Promise<OwnedRows> {
  const rows = await insertSessionRows(databaseUrl, { steps: 12 });
  const db = new pg.Client(databaseUrl);
  await db.connect();
  try {
    const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
      (await db.query<{ id: string }>(`${text} RETURNING id::text`, [...values])).rows[0].id;
    const [{ set }] = (
      await db.query<{ set: string }>('SELECT keyword_set_id::text AS set FROM sessions WHERE id = $1', [
        rows.sessionId,
      ])
    ).rows;
    const ids: Record<string, string> = {
      topics: rows.topicId,
      models: rows.modelId,
      sessions: rows.sessionId,
      'keyword-set-ids': set,
      jobs: await one(
        `INSERT INTO jobs (id, kind, subject_id, payload) VALUES (gen_random_uuid(), 'suggest-keywords', $1, '{}')`,
        [rows.topicId],
      ),
      spiders: await one(
        `INSERT INTO spiders (id, name, version, bins, text, discount, sessions) VALUES (gen_random_uuid(), $1, 1, 2, 'related', 0.5, '{}')`,
        [`spider of ${name}`],
      ),
      experiments: await one(
        `INSERT INTO experiments (id, name, topic_id, plan, planned_runs) VALUES (gen_random_uuid(), $1, $2, $3, 1)`,
        [`experiment of ${name}`, rows.topicId, PLAN],
      ),
      schedules: await one(
        `INSERT INTO schedules (id, name, cron, time_zone, action_kind, action, missed, overlap)
         VALUES (gen_random_uuid(), $1, '@daily', 'UTC', 'session', jsonb_build_object('topicId', $2::text), 'skip', 'skip')`,
        [`schedule of ${name}`, rows.topicId],
      ),
      'session-templates': await one(
        `INSERT INTO session_templates (id, name, settings) VALUES (gen_random_uuid(), $1, '{}')`,
        [`template of ${name}`],
      ),
      monitors: await one(
        `INSERT INTO monitors (id, topic_id, name, settings, crawl) VALUES (gen_random_uuid(), $1, $2, '{}', '{}')`,
        [rows.topicId, `monitor of ${name}`],
      ),
      examples: await one(
        `INSERT INTO examples (id, topic_id, title, text, relevant) VALUES (gen_random_uuid(), $1, $2, 'a text', true)`,
        [rows.topicId, `example of ${name}`],
      ),
      'keyword-candidates': await one(
        `INSERT INTO keyword_candidates (id, topic_id, text, stems, kind, method, lift, relevant_documents, other_documents, background_documents, searched, verdict, reason)
         VALUES (gen_random_uuid(), $1, 'kite', 'kite', 'keyword', 'tres', 1, 1, 0, 0, '{1,0,0}', 'helps', 'it is rare')`,
        [rows.topicId],
      ),
      shares: await one(
        `INSERT INTO collection_shares (id, topic_id, name, secret_hash, relevant_only, expires_at)
         VALUES (gen_random_uuid(), $1, $2, '', true, now() + interval '1 day')`,
        [rows.topicId, `share of ${name}`],
      ),
      webhooks: await one(
        `INSERT INTO webhooks (id, url, description, types, enabled) VALUES (gen_random_uuid(), 'https://receiver.example/', $1, '{model.trained}', false)`,
        [`webhook of ${name}`],
      ),
      'labeller-labels': await one(
        `INSERT INTO labeller_labels (id, topic_id, labeller, url, title, text, relevant, reason, job_id)
         VALUES (gen_random_uuid(), $1, 'model', 'http://kite.example/', $2, 'a text', true, 'it is about kites', gen_random_uuid())`,
        [rows.topicId, `labelled page of ${name}`],
      ),
      'seed-candidates': await one(
        `INSERT INTO seed_candidates (id, topic_id, url, title, snippet, score, relevance, read, findings, reason)
         VALUES (gen_random_uuid(), $1, 'http://kite.example/', $2, '', 0.5, 1, true, '[{"source":"searxng","by":"kite"}]', 'the search engine found it')`,
        [rows.topicId, `seed of ${name}`],
      ),
      exports: await one(
        `INSERT INTO exports (id, session_id, form, state, error) VALUES (gen_random_uuid(), $1, '{"what":"warc"}', 'FAILED', $2)`,
        [rows.sessionId, `export of ${name}`],
      ),
      pages: '0',
      domains: '0',
      'keyword-sets': '1',
    };
    const told = await db.query<{ id: string }>(
      `WITH told AS (SELECT tell_webhook($1, 'model.trained', $2, NULL, $2, jsonb_build_object('name', $3::text)) AS id)
       INSERT INTO webhook_attempts (message_id, no, at, duration_ms, outcome) SELECT id, 1, now(), 5, 'timeout' FROM told RETURNING message_id::text AS id`,
      [ids['webhooks'], rows.topicId, `message of ${name}`],
    );
    await db.query(
      `INSERT INTO webhook_secrets (id, webhook_id, secret) VALUES (gen_random_uuid(), $1, 'whsec_AAAA')`,
      [ids['webhooks']],
    );
    ids['messages'] = told.rows[0].id;
    await db.query(`UPDATE topics SET name = $2 WHERE id = $1`, [rows.topicId, `topic of ${name}`]);
    await db.query(`INSERT INTO screenshots (session_id, step, data) VALUES ($1, 0, '\\xffd8ffe0')`, [rows.sessionId]);
    await db.query(
      `INSERT INTO session_priors (session_id, kind, origin_id, data) VALUES ($1, 'session', $1, '\\x00')`,
      [rows.sessionId],
    );
    await db.query(`INSERT INTO text_progress (session_id) VALUES ($1)`, [rows.sessionId]);
    await db.query(`INSERT INTO text_uploads (session_id, first, last) VALUES ($1, 0, 9)`, [rows.sessionId]);
    await db.query(`INSERT INTO search_progress (session_id) VALUES ($1) ON CONFLICT DO NOTHING`, [rows.sessionId]);
    await db.query(
      `INSERT INTO page_lexemes (session_id, step, lexemes) SELECT $1, 0, to_tsvector('english', 'cheese') ON CONFLICT DO NOTHING`,
      [rows.sessionId],
    );
    await db.query(
      `INSERT INTO waiting_lexemes (session_id, step, lexemes) SELECT $1, 1, to_tsvector('english', 'cheese') ON CONFLICT DO NOTHING`,
      [rows.sessionId],
    );
    await db.query(
      `INSERT INTO checkpoints (session_id, completed, part, parts, data) VALUES ($1, 1000, 0, 1, '\\x00')`,
      [rows.sessionId],
    );
    await db.query(`INSERT INTO learnt_states (session_id, completed, data) VALUES ($1, 1000, '\\x00')`, [
      rows.sessionId,
    ]);
    await db.query(
      `INSERT INTO policy_minds (session_id, completed, data) VALUES ($1, 1000, '\\x00') ON CONFLICT DO NOTHING`,
      [rows.sessionId],
    );
    await db.query(`INSERT INTO tag_paths (session_id, tag_path_no, path) VALUES ($1, 1000, 'html')`, [rows.sessionId]);
    await db.query(`INSERT INTO classifier_verdicts (model_id, document_hash, probability) VALUES ($1, '\\x00', 0.5)`, [
      rows.modelId,
    ]);
    await db.query(
      `INSERT INTO visits (topic_id, url_hash, fetched_at, url, session_id, step, change) VALUES ($1, 1, now(), 'http://changed.example/', $2, 0, 'new')`,
      [rows.topicId, rows.sessionId],
    );
    await db.query(`INSERT INTO collections (topic_id) VALUES ($1) ON CONFLICT DO NOTHING`, [rows.topicId]);
    await db.query(`INSERT INTO collection_progress (session_id, topic_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      rows.sessionId,
      rows.topicId,
    ]);
    await db.query(
      `INSERT INTO collection_sightings (topic_id, url_key, session_id, step, seq) VALUES ($1, gen_random_uuid(), $2, 0, 0)`,
      [rows.topicId, rows.sessionId],
    );
    await db.query(
      `INSERT INTO collection_pages (topic_id, url_key, url, domain, title, probability, relevant, representative, sessions, monitored, first_found_at, first_session_at, last_seen_at)
       VALUES ($1, gen_random_uuid(), 'http://collected.example/', 'collected.example', $2, 0.5, true, true, 1, false, now(), now(), now())`,
      [rows.topicId, `collected page of ${name}`],
    );
    await db.query(
      `INSERT INTO collection_remarks (topic_id, subject, key, note) VALUES ($1, 'domain', 'collected.example', $2)`,
      [rows.topicId, `note of ${name}`],
    );
    await db.query(
      `INSERT INTO collection_known (topic_id, domain, session_id, urls) VALUES ($1, 'collected.example', $2, 9)`,
      [rows.topicId, rows.sessionId],
    );
    await db.query(
      `INSERT INTO collection_homes (topic_id, domain, url, title, fetched_at) VALUES ($1, 'collected.example', 'http://collected.example/', $2, now())`,
      [rows.topicId, `home of ${name}`],
    );
    await db.query(
      `INSERT INTO collection_touched (topic_id, url_key, url) VALUES ($1, gen_random_uuid(), 'http://touched.example/')`,
      [rows.topicId],
    );
    await db.query(
      `INSERT INTO collection_news (topic_id, subject, key) VALUES ($1, 'domain', 'collected.example') ON CONFLICT DO NOTHING`,
      [rows.topicId],
    );
    await db.query(`INSERT INTO labeller_runs (job_id, topic_id) VALUES (gen_random_uuid(), $1)`, [rows.topicId]);
    await db.query(
      `INSERT INTO labeller_usage (project_id, day, calls) VALUES (coalesce($1, gleaner_home()), '2020-01-01', 1) ON CONFLICT DO NOTHING`,
      [projectId ?? null],
    );
    await db.query(
      `INSERT INTO experiment_runs (experiment_id, policy, budget, random_seed, result) VALUES ($1, 0, 5, 1, '{}')`,
      [ids['experiments']],
    );
    ids['schedule-runs'] = await one(
      `INSERT INTO schedule_runs (id, schedule_id, due_at, due_until, state, session_id) VALUES (gen_random_uuid(), $1, now(), now(), 'STARTED', $2)`,
      [ids['schedules'], rows.sessionId],
    );
    await db.query('INSERT INTO monitor_sessions (session_id) VALUES ($1)', [rows.sessionId]);
    ids['monitor-runs'] = await one(
      `INSERT INTO monitor_runs (id, monitor_id, state, sessions, prior_rate) VALUES (gen_random_uuid(), $1, 'COMPLETED', '{}', 0.1)`,
      [ids['monitors']],
    );
    await db.query(
      `INSERT INTO monitor_pages (monitor_id, url_key, url, state, rate) VALUES ($1, gen_random_uuid(), 'http://watched.example/', 'WATCHED', 0.1)`,
      [ids['monitors']],
    );
    ids['changes'] = await one(
      `INSERT INTO page_changes (id, monitor_id, run_id, session_id, step, kind, url, outcome, seen_at)
       VALUES (gen_random_uuid(), $1, $1, $2, 0, 'NEW', 'http://watched.example/', 'page', now())`,
      [ids['monitors'], rows.sessionId],
    );
    await db.query(
      `INSERT INTO audit_entries (id, project_id, created_at, actor, address, request_id, call, object, change, rows, ids)
       VALUES (gen_random_uuid(), coalesce($1, gleaner_home()), now(), 'local', '127.0.0.1', 'r', 'POST /', 'topics', 'update', 1, $2)`,
      [projectId ?? null, [ids['topics']]],
    );
    await db.query(
      `INSERT INTO project_usage (project_id, day, fetches) VALUES (coalesce($1, gleaner_home()), utc_day(), 12) ON CONFLICT DO NOTHING`,
      [projectId ?? null],
    );
    await db.query(
      `INSERT INTO export_removals (export_id, project_id, done_at) VALUES (gen_random_uuid(), coalesce($1, gleaner_home()), now())`,
      [projectId ?? null],
    );
    if (projectId !== undefined) {
      for (const table of OWNED) {
        const values = [...new Set(Object.values(ids).filter((id) => id.length === 36))];
        await db.query(`UPDATE ${table} SET project_id = $1 WHERE id = ANY($2::uuid[])`, [projectId, values]);
      }
    }
    return {
      ids,
      nodes: Object.fromEntries(NODES.map(([type, kind]) => [type, ids[kind]])),
      texts: [...Object.values(ids).filter((id) => id.length === 36), `of ${name}`],
    };
  } finally {
    await db.end();
  }
}
