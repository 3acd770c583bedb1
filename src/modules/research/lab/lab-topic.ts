import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ownSettingsSchema, sessionSettingsSchema } from '../../../domain/session/index.js';
import { MAX_BACKGROUND } from '../../../domain/experiments/run.js';
import { relevanceModels } from '../../../domain/relevance/index.js';
import { settingComplaints } from '../../../platform/errors/checked-settings.js';

/** The lab cannot start: a file or an option is wrong. The message names it and the allowed values. */
export class LabError extends Error {
  override readonly name = 'LabError';
}

const count = (max: number) => z.int().min(0).max(max);

/**
 * Session defaults of the lab: policies are compared on the complete web, with every page and link, without waiting.
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

/**
 * A topic file of `gleaner lab`: the topic on the recorded web, and the crawler's knowledge about it.
 * docs/lab-topic.schema.json is generated from it.
 */
export const labTopicSchema = z
  .strictObject({
    $schema: z.string().optional().describe('URL of this schema, for editors; the lab ignores it'),
    name: z.string().min(1).describe('Name of the topic in tables and reports'),
    label: z.string().min(1).describe('Pages with this label are the relevant ones'),
    keywords: z.array(z.string().min(1)).min(1).describe('Keywords and key phrases of the topic'),
    seeds: z.array(z.url()).min(1).describe('Addresses to start from: pages of the recorded web'),
    reward: z
      .enum(['labels', 'model'])
      .default('model')
      .describe(
        'How the crawler judges fetched pages. labels: by their labels; model: by its model, as in service. Results are scored by the labels in both cases',
      ),
    model: z
      .strictObject({
        kind: z.enum(relevanceModels.map(({ kind }) => kind)).describe('Kind of relevance model'),
        config: z
          .record(z.string(), z.unknown())
          .default({})
          .describe('Settings of the model, as the API describes them'),
      })
      .default({ kind: 'keyword-vectors', config: {} })
      .describe('Relevance model that judges pages and links'),
    examples: z
      .strictObject({
        positives: count(100_000).default(0).describe('Number of relevant pages'),
        negatives: count(100_000).default(0).describe('Number of other pages with a label'),
        background: count(MAX_BACKGROUND)
          .optional()
          .describe('Texts of general English as further irrelevant examples. Default: 1000, as the service takes'),
        hosts: z.array(z.string()).optional().describe('Only pages of these hosts and of those below them'),
        excludeHosts: z
          .array(z.string())
          .optional()
          .describe('No pages of these hosts: train on some sites, crawl others'),
      })
      .default({ positives: 0, negatives: 0 })
      .describe('Labelled pages that the model is trained on, drawn by the random seed of the run'),
    expandKeywords: z
      .boolean()
      .default(false)
      .describe("Whether TRES's keyword expansion over the relevant examples comes first"),
    session: z
      .preprocess(withLabSession, sessionSettingsSchema.omit({ budget: true, concurrency: true }))
      .describe('Any setting of a session besides budget and concurrency'),
    policyConfig: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .describe('Settings of policies, by their names'),
    policySession: z
      .record(z.string(), ownSettingsSchema)
      .default({})
      .describe('Settings of the sessions of single policies, by their names: MAX, eagerness and the objective'),
  })
  .meta({ title: 'Topic file of gleaner lab' });
export type LabTopic = z.infer<typeof labTopicSchema>;

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/** The JSON schema of topic files. Defaults of the session are those of the lab. */
export function labTopicJsonSchema(): object {
  const { properties = {}, required = [], ...rest } = z.toJSONSchema(labTopicSchema, { io: 'input' }) as JsonSchema;
  const { session } = properties;
  const inLab: Record<string, JsonSchema> = { ...session.properties };
  for (const [name, value] of Object.entries(LAB_SESSION)) inLab[name] = { ...inLab[name], default: value };
  return {
    ...rest,
    properties: {
      ...properties,
      session: { ...session, default: {}, properties: inLab },
    },
    required: required.filter((name) => name !== 'session'),
  };
}

/** @throws LabError naming the file, the field and the allowed values */
export async function readLabTopic(path: string): Promise<LabTopic> {
  const given = parsed(path, await readFile(path, 'utf8'));
  const complaints = settingComplaints(labTopicSchema, given);
  if (complaints.length === 0) return labTopicSchema.parse(given);
  throw new LabError([`${path} is no topic file:`, ...complaints].join('\n  '));
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new LabError(`${path} is no topic file: it is not JSON (${error instanceof Error ? error.message : ''})`);
  }
}
