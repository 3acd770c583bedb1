/** The service's features without its web side, on an existing database. Nothing runs in it by itself. */
import { NestFactory } from '@nestjs/core';
import { WorkerModule } from '../../dist/app.module.js';
import { loadConfig } from '../../dist/platform/config/index.js';
import { createLogger, NestLogger } from '../../dist/platform/logging/index.js';

export async function openContext(databaseUrl, dataDir) {
  const config = loadConfig({ ROLE: 'api', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  return NestFactory.createApplicationContext(WorkerModule.forRoot(config, databaseUrl), {
    logger: new NestLogger(createLogger(config)),
    abortOnError: false,
  });
}
