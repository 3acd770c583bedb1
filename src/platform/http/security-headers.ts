/** API responses load nothing, however a browser interprets them. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Swagger UI and GraphiQL set styles from scripts; scripts come only from files of this service. */
const TOOL =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; " +
  "worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Reports are self-contained pages with inline styles, and load nothing. */
const REPORT =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Pages from the web: they load nothing, and a sandbox gives them no origin, so that they cannot call this service as
 * its own page could.
 */
const STRANGE = `${NOTHING}; sandbox`;

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
const OF_STRANGERS = headersWith(STRANGE);
const OF_OTHERS = headersWith(NOTHING);

/** Headers of every response. @param route pattern of the route, empty if none matched */
export function securityHeaders(route: string): Readonly<Record<string, string>> {
  if (isTool(route)) return OF_TOOLS;
  if (route.endsWith('/report.html')) return OF_REPORTS;
  return route.endsWith('/pages/:step/content') ? OF_STRANGERS : OF_OTHERS;
}
