import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { CLIENT_ROUTES } from './client-routes.js';
import { CONSOLE_HEADERS } from './console-headers.js';

/** What `npm run build` makes of `web`; beside the compiled code, wherever that was installed. */
export const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));
/** Files of this folder have a hash of their content in their names, so that nothing under a name ever changes. */
const ASSETS = 'assets';

/** Whether the console was built. Where only the server is, the API works without it. */
export const isBuilt = (folder: string): boolean => existsSync(join(folder, 'index.html'));

/**
 * Serves the console's page at its addresses, and the files that it loads; whatever else is asked for is not found, as everywhere. They hold no data: no key is
 * needed to read them. What is built anew is served from then on.
 */
export async function serveConsole(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(async (scope) => {
    scope.addHook('onRoute', (route: RouteOptions) => {
      route.config = { ...route.config, open: true } as RouteOptions['config'];
    });
    scope.addHook('onRequest', async (_request, reply) => {
      void reply.headers(CONSOLE_HEADERS);
    });
    await scope.register(fastifyStatic, {
      ...{ root: join(folder, ASSETS), prefix: `/${ASSETS}/`, index: false, etag: false },
      ...{ immutable: true, maxAge: '365d', decorateReply: true },
      // By the build.
      preCompressed: true,
    });
    const page = async (_request: FastifyRequest, reply: FastifyReply) =>
      // Small, and asked for each time: it names the files of the present version. The time of a file in a package says nothing of its age.
      reply.sendFile('index.html', folder, { cacheControl: false, etag: false, lastModified: false });
    for (const url of CLIENT_ROUTES)
      scope.get(url, { onRequest: async (_request, reply) => void reply.header('cache-control', 'no-cache') }, page);
  });
}
