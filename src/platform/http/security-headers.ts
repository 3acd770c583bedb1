/** Answers of the API load nothing, whatever a browser takes them for. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Swagger UI and GraphiQL set styles from scripts; scripts come from files of this service alone. */
const TOOL =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
  "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Reports are pages for people that have their style within them, and load nothing. */
const REPORT =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const isTool = (route: string): boolean =>
  route === '/docs' || route.startsWith('/docs/') || route === '/graphiql' || route.startsWith('/graphiql/');

const headersWith = (policy: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
});
const OF_TOOLS = headersWith(TOOL);
const OF_REPORTS = headersWith(REPORT);
const OF_OTHERS = headersWith(NOTHING);

/** Headers of every answer. @param route pattern of the route, empty where none was found */
export const securityHeaders = (route: string): Readonly<Record<string, string>> =>
  isTool(route) ? OF_TOOLS : route.endsWith('/report.html') ? OF_REPORTS : OF_OTHERS;
