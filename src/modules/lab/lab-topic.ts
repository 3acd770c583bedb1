import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ownSettingsSchema, sessionSettingsSchema } from '../../domain/session/index.js';
import { MAX_BACKGROUND } from '../../domain/experiments/limits.js';
import { LabError } from './lab-error.js';

const count = (max: number) => z.int().min(0).max(max);

/**
 * Settings of a session that differ in the lab unless the topic file says otherwise: policies are compared on the web as it is, with every page and link
 * of it, and nobody waits.
 */
export const LAB_SESSION = {
  hostDelayMs: 0,
  robots: false,
  obeyNoindex: false,
  traps: { detect: false },
  duplicates: { exact: false, nearDistance: 0 },
  hostBarrenLimit: 0,
} as const;
const withLabSession = (given: unknown): unknown =>
  given === undefined || (typeof given === 'object' && given !== null) ? { ...LAB_SESSION, ...given } : given;

/** A topic file of `gleaner lab`: what to look for on the recorded web, and what the crawler is told of it. */
export const labTopicSchema = z.strictObject({
  name: z.string().min(1),
  /** Pages with this label are the relevant ones. */
  label: z.string().min(1),
  keywords: z.array(z.string().min(1)).min(1),
  seeds: z.array(z.url()).min(1),
  /** `labels`: the crawler is told the truth about each fetched page. `model`: it judges by the model, as in service; results are scored by the truth. */
  reward: z.enum(['labels', 'model']).default('model'),
  model: z
    .strictObject({ kind: z.string(), config: z.record(z.string(), z.unknown()).default({}) })
    .default({ kind: 'keyword-vectors', config: {} }),
  /** Labelled pages that the model is trained on, drawn by the seed of the run. */
  examples: z
    .strictObject({
      positives: count(100_000).default(0),
      negatives: count(100_000).default(0),
      /** Texts of general English as further irrelevant examples. Default: 1 000, as the service takes. */
      background: count(MAX_BACKGROUND).optional(),
      /** Only pages of these hosts, or only pages of others: train on some sites, crawl others. */
      hosts: z.array(z.string()).optional(),
      excludeHosts: z.array(z.string()).optional(),
    })
    .default({ positives: 0, negatives: 0 }),
  /** Run TRES's keyword expansion over the positive examples first. */
  expandKeywords: z.boolean().default(false),
  /** Any setting of a session besides budget and concurrency. */
  session: z.preprocess(withLabSession, sessionSettingsSchema.omit({ budget: true, concurrency: true })),
  policyConfig: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** Settings of the sessions of single policies, by their names: MAX, eagerness and the objective. */
  policySession: z.record(z.string(), ownSettingsSchema).default({}),
});
export type LabTopic = z.infer<typeof labTopicSchema>;

/** @throws LabError that names the file, the field and what is allowed */
export async function readLabTopic(path: string): Promise<LabTopic> {
  const read = labTopicSchema.safeParse(parsed(path, await readFile(path, 'utf8')));
  if (read.success) return read.data;
  const problems = read.error.issues.map((issue) => `  ${issue.path.join('.') || '(file)'}: ${issue.message}`);
  throw new LabError(`${path} is no topic file:\n${problems.join('\n')}`);
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new LabError(`${path} is no topic file: it is not JSON (${error instanceof Error ? error.message : ''})`);
  }
}
