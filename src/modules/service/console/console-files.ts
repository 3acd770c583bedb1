import type { IncomingMessage } from 'node:http';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { ANYWHERE } from '../../../platform/http/index.js';

/**
 * The console's own paths: each serves the page, which shows the screen of the path. `web/src/routes.ts` has a screen
 * for each.
 */
export const CLIENT_ROUTES: readonly string[] = [
  '/',
  '/start',
  '/sessions',
  '/sessions/:id',
  '/sessions/:id/events',
  '/sessions/:id/domains',
  '/sessions/:id/pages',
  '/sessions/:id/pages/:step',
  '/sessions/:id/graph',
  '/sessions/:id/learned-state',
  '/sessions/:id/domains/:domain',
  '/compare',
  '/experiments',
  '/experiments/:id',
  '/spiders',
  '/spiders/:id',
  '/topics/:id/labels',
  '/topics/:id/pages',
  '/topics/:id/domains',
  '/shared',
  '/topics',
  '/topics/:id',
  '/models/:id',
  '/monitors',
  '/monitors/:id',
  '/schedules',
  '/schedules/:id',
  '/operate',
  '/operate/:part',
];

/**
 * The page loads only scripts, styles and pictures of this service, none of them inline, and connects only to it.
 * `'self'` includes WebSockets.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'none'";

const CONSOLE_HEADERS: Readonly<Record<string, string>> = { 'content-security-policy': POLICY };

/** The output of `npm run build` for `web`, beside the compiled code. */
export const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console', import.meta.url));
/** Files of this folder have a hash of their content in their names, so they never change. */
const ASSETS = 'assets';

/** First parts of the paths that are not the console's. Unknown paths below them are problems, also for browsers. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['v1', 'graphql', 'mcp', 'metrics', 'health', 'console', 'bot', ASSETS],
  ...['docs', 'docs-json', 'graphiql', 'openapi.json'],
]);
/** Name and value of the constraint of the not-found page. */
const [READER, PERSON] = ['reader', 'person'] as const;

/** The reader of an answer: a person at a browser, or undefined if the console has no page for the client. */
function readerOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): typeof PERSON | undefined {
  const [first = ''] = url.replace(/^\//, '').split(/[/?]/, 1);
  return !OTHERS.has(first) && headers.accept?.includes('text/html') === true ? PERSON : undefined;
}

type Storage = ReturnType<Parameters<FastifyInstance['addConstraintStrategy']>[0]['storage']>;
type RouteHandler = NonNullable<ReturnType<Storage['get']>>;

/** Lets a route be for people alone: other clients find nothing at its paths. */
function constrainToPeople(server: FastifyInstance): void {
  server.addConstraintStrategy({
    name: READER,
    storage: () => {
      const handlers = new Map<unknown, RouteHandler>();
      return {
        get: (reader) => handlers.get(reader) ?? null,
        set: (reader, handler) => void handlers.set(reader, handler),
      };
    },
    deriveConstraint: readerOf,
  });
}

/** Whether the console was built. Where only the server is, the API works without it. */
export const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

/**
 * Serves the console's page at its addresses, and the files that it loads. Browsers get the page at unknown addresses
 * too, with status 404; other clients a problem, as everywhere. The files hold no data: no key is needed to read them.
 * A new build is served from then on.
 */
export async function serveConsole(server: FastifyInstance, folder: string): Promise<void> {
  constrainToPeople(server);
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route: RouteOptions) => {
      // A caller above the limit of calls still gets the page that says so.
      route.config = { ...route.config, open: true, rateLimit: false };
    });
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.headers(CONSOLE_HEADERS);
    });
    await scope.register(fastifyStatic, {
      ...{ root: join(folder, ASSETS), prefix: `/${ASSETS}/`, index: false, etag: false },
      ...{ immutable: true, maxAge: '365d', decorateReply: true },
      // Compressed by the build.
      preCompressed: true,
    });
    const page = async (_request: FastifyRequest, reply: FastifyReply) =>
      // Small, and requested each time: it names the files of the present version. The time stamp of a packaged file
      // does not show its age.
      reply.sendFile('index.html', folder, { cacheControl: false, etag: false, lastModified: false });
    const onRequest = async (_request: FastifyRequest, reply: FastifyReply) =>
      void reply.header('cache-control', 'no-cache');
    for (const url of CLIENT_ROUTES) scope.get(url, { onRequest }, page);
    scope.get(ANYWHERE, { onRequest, constraints: { [READER]: PERSON } }, async (request, reply) => {
      void reply.code(404);
      return page(request, reply);
    });
  });
}
