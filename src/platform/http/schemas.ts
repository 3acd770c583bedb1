import type { INestApplication } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { openApiDocument } from './openapi.js';

/**
 * Both API descriptions of an initialised application as text, in a fixed order: the contents of `schema.graphql` and
 * `openapi.json`.
 */
export function apiSchemas(app: INestApplication): { readonly graphql: string; readonly openapi: string } {
  return {
    graphql: `${printSchema(lexicographicSortSchema(app.get(GraphQLSchemaHost).schema))}\n`,
    openapi: `${JSON.stringify(openApiDocument(app), null, 2)}\n`,
  };
}
