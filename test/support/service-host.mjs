import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NestFactory } from '@nestjs/core';

/**
 * Runs the compiled application for all suites of one jest worker, each under its own settings and database:
 * `node service-host.mjs DIST FOLDER NAME`.
 *
 * Loading the application takes seconds of CPU in jest and happens once here; another service or crawl worker starts in
 * a fraction of a second.
 */
const [dist, folder, name] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { loadConfig } = await load('platform/config/index.js');
const { closeApp, createApp, listen } = await load('platform/http/index.js');
const { createLogger, NestLogger } = await load('platform/logging/index.js');
const { CrawlWorker } = await load('modules/crawl/crawling/index.js');
const { AppModule, WorkerModule } = await load('app.module.js');
const { JobRunner } = await load('modules/base/jobs/index.js');

/** By number. */
const running = new Map();
let last = 0;

const commands = {
  async start({ env }) {
    const config = loadConfig(env);
    const app = await createApp(await AppModule.forRoot(config, config.DATABASE_URL), config, createLogger(config));
    try {
      const url = await listen(app, config);
      running.set(++last, { app, stop: () => closeApp(app, config) });
      return { id: last, url, config };
    } catch (error) {
      await app.close();
      throw error;
    }
  },
  /** Runs a worker's jobs in this process. */
  async jobs({ id }) {
    running.get(id).app.get(JobRunner).start();
    return {};
  },
  /** A crawl worker, as in worker.js. */
  async worker({ env }) {
    const config = loadConfig(env);
    const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config, config.DATABASE_URL), {
      logger: new NestLogger(createLogger(config)),
      abortOnError: false,
    });
    const worker = app.get(CrawlWorker);
    const stop = async () => {
      await worker.stop();
      await app.close();
    };
    worker.start();
    running.set(++last, { app, stop });
    return { id: last };
  },
  async stop({ id }) {
    const { stop } = running.get(id);
    running.delete(id);
    await stop();
    return {};
  },
};

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

const server = createServer((request, response) => {
  bodyOf(request)
    .then((body) => commands[request.url.slice(1)](body))
    .then(
      (result) => response.end(JSON.stringify({ result })),
      (error) => response.writeHead(500).end(JSON.stringify({ error: error.message })),
    );
});
const socket = join(folder, `${name}.sock`);
rmSync(socket, { force: true });
server.listen(socket, () => writeFileSync(join(folder, `${name}.pid`), String(process.pid)));

// A killed run has no teardown: this detects its end.
const run = Number(process.env.GLEANER_TEST_RUN);
setInterval(() => {
  try {
    process.kill(run, 0);
  } catch {
    process.exit(1);
  }
}, 1_000);
