import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { documentedEvents, ProblemDetails, spellOutUnions, unionTypes } from '../api/index.js';
import { VERSION } from '../config/index.js';
import { finishDocument } from './openapi-finish.js';
import { webhooksOf } from './openapi-webhooks.js';

/** The OpenAPI document of everything the application serves. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Gleaner')
    .setDescription('Focused crawling as a service. GraphQL at /graphql serves the same data; try it at /graphiql.')
    .setVersion(VERSION)
    .setContact('Whoever runs this service', 'https://gleaner.example/bot', '')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    // Where the document came from. The dot keeps linters from taking it for a slash at the end of an address.
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

/** Serves the document at /openapi.json and a page to read and try it at /docs, with its assets from this service. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Gleaner API',
    // With all operations open, a browser does not come to the later ones within minutes.
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none' },
  });
}
