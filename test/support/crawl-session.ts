import type pg from 'pg';
import type { DocumentText } from '../../src/domain/text/index.js';
import { createRng } from '../../src/domain/base/rng.js';
import { encodeSnapshot } from '../../src/domain/base/snapshot.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { findRelevanceModel } from '../../src/domain/relevance/index.js';
import { sessionConfigSchema, type SessionConfigInput } from '../../src/domain/session/index.js';
import { littleLearning } from './little-learning.js';
import type { RandomWeb } from './random-web.js';

export interface QueuedOptions {
  readonly seed?: number;
  /** Little learning by default. */
  readonly policyConfig?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a topic with a trained model and a queued session on a generated web straight into the database.
 *
 * @returns the session's id
 */
export async function queueSession(
  client: pg.Client,
  web: RandomWeb,
  policyName: string,
  config: SessionConfigInput,
  { seed = 7, policyConfig = littleLearning(policyName) }: QueuedOptions = {},
): Promise<string> {
  const policy = findPolicy(policyName);
  const definition = findRelevanceModel('naive-bayes');
  if (!policy || !definition) throw new Error('registry is incomplete');
  const one = async (sql: string, values: unknown[]): Promise<string> =>
    (await client.query<{ id: string }>(`${sql} RETURNING id`, values)).rows[0].id;
  const topicId = await one(`INSERT INTO topics (id, name, updated_at) VALUES (gen_random_uuid(), $1, now())`, [
    `cheese ${Math.random()}`,
  ]);
  const setId = await one(`INSERT INTO keyword_sets (id, topic_id, version) VALUES (gen_random_uuid(), $1, 1)`, [
    topicId,
  ]);
  const keywords = ['cheese', 'cheddar', 'rennet'].map((text) => ({
    text,
    kind: 'keyword' as const,
    origin: 'user' as const,
    similarity: 1,
  }));
  for (const [position, { text }] of keywords.entries()) {
    await client.query(
      `INSERT INTO keywords (keyword_set_id, text, kind, origin, similarity, position) VALUES ($1, $2, 'keyword', 'user', 1, $3)`,
      [setId, text, position],
    );
  }
  const { positives, negatives } = examplesOf(web);
  const model = definition.train({
    config: definition.configSchema.parse({}),
    keywords,
    positives,
    negatives,
    background: [],
    vectors: null,
    rng: createRng(1),
  });
  const modelId = await one(
    `INSERT INTO models (id, topic_id, version, kind, status, config, threshold, weights, trained_at, keyword_set_version)
     VALUES (gen_random_uuid(), $1, 1, 'naive-bayes', 'READY', '{}', $2, $3, now(), 1)`,
    [topicId, model.threshold, Buffer.from(encodeSnapshot(model.save()))],
  );
  return one(
    `INSERT INTO sessions (id, topic_id, keyword_set_id, model_id, policy, policy_version, policy_config, config, random_seed, seeds)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      topicId,
      setId,
      modelId,
      policyName,
      policy.version,
      JSON.stringify(policy.configSchema.parse(policyConfig)),
      JSON.stringify(sessionConfigSchema.parse(config)),
      seed,
      web.seeds,
    ],
  );
}

function examplesOf(web: RandomWeb): { positives: DocumentText[]; negatives: DocumentText[] } {
  const positives: DocumentText[] = [];
  const negatives: DocumentText[] = [];
  for (let page = 0; page < 40; page++) {
    for (const site of [0, 1, 2, 3]) {
      const url = `http://site${site}.cheeseweb${site}.com/p${page}`;
      const found = web.page(url);
      if (found.kind !== 'html') continue;
      const text = found.html
        .replace(/<ul>.*<\/ul>/s, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      (found.relevant ? positives : negatives).push({ url, title: '', description: '', text });
    }
  }
  return { positives, negatives };
}
