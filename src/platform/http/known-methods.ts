import type { FastifyInstance, RouteOptions } from 'fastify';

/** Path of a route for whatever has no other one. */
export const ANYWHERE = '/*';

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** A path pattern such as `/v1/topics/:id` as a regular expression. */
function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(SPECIAL, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}

/** The methods of each path: the router itself only reports that a route is missing. */
export class KnownMethods {
  private readonly routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();

  /** Call it before the routes are added. */
  watch(server: FastifyInstance): void {
    server.addHook('onRoute', ({ url, method }: RouteOptions) => {
      // Preflights are answered at any path. The page for people says that nothing is there.
      if (url === '*' || url === ANYWHERE) return;
      const route = this.routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) route.methods.add(one);
      this.routes.set(url, route);
    });
  }

  /** Methods of a path, sorted; empty if there is nothing at it. */
  of(path: string): string[] {
    const found = [...this.routes.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(({ methods }) => [...methods]);
    return [...new Set(found)].sort();
  }
}
