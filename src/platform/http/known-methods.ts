import type { FastifyInstance, RouteOptions } from 'fastify';

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** `/v1/topics/:id` as a pattern of the paths it stands for. */
function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(SPECIAL, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}

/** Which methods each path has: the router itself only says that there is no route for one. */
export class KnownMethods {
  private readonly routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  /** To be called before the routes are added. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }: RouteOptions) => {
      // Preflights are answered wherever they go.
      if (url === '*') return;
      const route = this.routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) route.methods.add(one);
      this.routes.set(url, route);
    });
  }

  /** Methods of a path, sorted; none when there is nothing at it. */
  of(path: string): string[] {
    const found = [...this.routes.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].sort();
  }
}
