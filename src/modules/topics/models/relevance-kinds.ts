import { z } from 'zod';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { relevanceKindDefinitions, type RelevanceKindDefinition } from '../../../domain/relevance/index.js';
import { checkedSettings, invalid } from '../../../platform/errors/index.js';

/** A kind of relevance model as shown to clients, with the data for a form of its configuration. */
export interface RelevanceKind {
  readonly kind: string;
  readonly version: number;
  readonly summary: string;
  readonly source: string;
  /** False if keywords are enough to make a model. */
  readonly needsExamples: boolean;
  /** False if it needs no keywords. */
  readonly needsKeywords: boolean;
  /** JSON schema of the configuration. */
  readonly configSchema: JsonValue;
}

export function relevanceKinds(): RelevanceKind[] {
  return relevanceKindDefinitions.map(
    ({ kind, version, summary, source, needsExamples, needsKeywords = !needsExamples, configSchema }) => ({
      kind,
      version,
      summary,
      source,
      needsExamples,
      needsKeywords,
      configSchema: z.toJSONSchema(configSchema, { io: 'input' }) as JsonValue,
    }),
  );
}

/** @throws DomainError VALIDATION_FAILED naming the field `kind` and the existing kinds */
export function requireKind(kind: string): RelevanceKindDefinition {
  const definition = relevanceKindDefinitions.find((known) => known.kind === kind);
  if (!definition)
    throw invalid(
      'kind',
      `there is no relevance model of kind ${JSON.stringify(kind)}`,
      relevanceKindDefinitions.map((known) => known.kind).join(', '),
    );
  return definition;
}

/**
 * The configuration with its defaults.
 *
 * @throws DomainError VALIDATION_FAILED naming the first wrong field, e.g. `config.threshold`
 */
export function resolveConfig(schema: z.ZodType, config: unknown): JsonValue {
  return checkedSettings(schema, config ?? {}, 'config') as JsonValue;
}
