import { type DocumentInput, gql } from '@urql/core';
import type { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../../generated/schema.js';

/** The JSON types of the schema's scalars. */
interface Setup {
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; JSON: unknown };
}

/** Fragments that a query names are given after it; urql takes them as the values of a template. */
const parsed = (text: string, fragments: readonly Exclude<DocumentInput, string>[] = []): unknown =>
  gql([text, ...fragments.map(() => '')] as unknown as TemplateStringsArray, ...fragments);

/**
 * A query of the console. Its answer and its variables have the types that follow from the schema, so that the type
 * check finds a field that is not there.
 * Only types come from gql.tada; parsing is that of urql.
 */
export const graphql = parsed as unknown as ReturnType<typeof initGraphQLTada<Setup>>;

/** The values of an enum of the schema. */
export type EnumOf<Name extends keyof introspection['types']> = introspection['types'][Name] extends {
  readonly enumValues: infer Values;
}
  ? Values
  : never;

export type { ResultOf, VariablesOf } from 'gql.tada';
