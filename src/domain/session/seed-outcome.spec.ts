import { allowedBy, type SeedOutcome, unreachableSeeds } from './index.js';

const blocked = (url: string, message = 'localhost is a private name'): SeedOutcome => ({
  url,
  outcome: 'blocked-address',
  message,
});

test.each([
  ['http://localhost/', 'CRAWL_ALLOW_PRIVATE_NETWORKS=true'],
  ['http://localhost:9000/', 'CRAWL_ALLOW_PRIVATE_NETWORKS=true'],
  ['http://localhost:8443/', 'CRAWL_ALLOW_PRIVATE_NETWORKS=true, and 8443 in CRAWL_ALLOWED_PORTS where that is set'],
])('%s in the own network is allowed by %s', (url, setting) => {
  // The caller passes the ports: the service has them in its settings.
  expect(allowedBy(blocked(url), [9_000])).toBe(setting);
  expect(unreachableSeeds([url], [blocked(url)], [9_000])).toContain(`allowed by ${setting}`);
});
