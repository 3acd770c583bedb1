import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { documentedEvents, ProblemDetails, spellOutUnions, unionTypes } from '../api/index.js';
import { VERSION } from '../config/index.js';
import { finishDocument } from './openapi-finish.js';
import { webhooksOf } from './openapi-webhooks.js';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import { lexicographicSortSchema, printSchema } from 'graphql';

/** The OpenAPI document of the whole application. */
function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gleaner')
    .setDescription('Focused crawling as a service. GraphQL at /graphql serves the same data; try it at /graphiql.')
    .setVersion(VERSION)
    .setContact('The operator of this service', 'https://gleaner.example/bot', '')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    // The address that served the document. The dot keeps linters from reading it as a trailing slash.
    .addServer('/.', 'This service')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'One of API_KEYS. Not needed if the service has none',
    })
    .addSecurityRequirements('bearer')
    .build();
  const scanned = SwaggerModule.createDocument(app, config, {
    extraModels: [ProblemDetails, ...unionTypes(), ...[...documentedEvents().values()].map(({ data }) => data)],
  });
  scanned.webhooks = webhooksOf();
  spellOutUnions(scanned.components?.schemas ?? {});
  const document = finishDocument(scanned);
  if (document.info.contact) delete document.info.contact.email;
  return document;
}

/** Serves the document at /openapi.json and a page to read and try it at /docs, with all assets from this service. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Gleaner API',
    // With all operations expanded, a browser needs minutes to show the last ones.
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none' },
  });
}

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
