/** Answers of the API load nothing, whatever a browser takes them for. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Swagger UI and GraphiQL set styles from scripts; scripts come from files of this service alone. */
const TOOL = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
  + "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const isTool = (route: string): boolean => route === '/docs' || route.startsWith('/docs/') || route === '/graphiql' || route.startsWith('/graphiql/');

/** Headers of every answer. @param route pattern of the route, empty where none was found */
export function securityHeaders(route: string): Record<string, string> {
  return {
    'content-security-policy': isTool(route) ? TOOL : NOTHING,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  };
}
