import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppModule } from '../dist/app.module.js';
import { loadConfig } from '../dist/platform/config/index.js';
import { apiSchemas, createApp } from '../dist/platform/http/index.js';
import { createLogger } from '../dist/platform/logging/index.js';
import { Exit } from '../dist/cli/cli-error.js';
import { labTopicJsonSchema } from '../dist/modules/research/lab/index.js';
import { clientTypes } from './client-types.mjs';
import { commandLineDoc } from './command-line-doc.mjs';
import { errorsDoc } from './errors-doc.mjs';
import { root } from './packages.mjs';

/**
 * Writes the descriptions of both APIs, of the command line and of topic files of the lab, and the types of the
 * TypeScript client, into the given folder or the repository.
 *
 * Serves nothing and uses no database: the URL only has to be well-formed.
 */
const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none';
const config = loadConfig({ ROLE: 'api', LOG_LEVEL: 'error', DATABASE_URL: databaseUrl });
const app = await createApp(AppModule.forRoot(config, databaseUrl), config, createLogger(config));
await app.init();
const { graphql, openapi } = apiSchemas(app);
const folder = process.argv[2] ?? root;
writeFileSync(join(folder, 'schema.graphql'), graphql);
writeFileSync(join(folder, 'openapi.json'), openapi);
const client = join(folder, 'clients', 'typescript', 'src', 'generated');
mkdirSync(client, { recursive: true });
for (const [name, text] of Object.entries(await clientTypes(openapi))) writeFileSync(join(client, name), text);
mkdirSync(join(folder, 'docs'), { recursive: true });
writeFileSync(join(folder, 'docs', 'command-line.md'), await commandLineDoc(Exit));
writeFileSync(join(folder, 'docs', 'errors.md'), errorsDoc());
writeFileSync(join(folder, 'docs', 'lab-topic.schema.json'), `${JSON.stringify(labTopicJsonSchema(), null, 2)}\n`);
process.stdout.write(
  'schema.graphql, openapi.json, docs/command-line.md, docs/errors.md, docs/lab-topic.schema.json and the types of clients/typescript written\n',
);
await app.close();
process.exit(0);
