import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import fc from 'fast-check';
import { DEFAULT_USER_AGENT } from '../../domain/session/index.js';
import { ConfigError, isLoopback, loadConfig } from './config.js';
import { type Environment, settings } from './settings.js';
import { VERSION } from './version.js';

function problems(env: Environment): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
const KEY = 'a-key-of-sixteen';

describe('loadConfig', () => {
  test('an empty environment gives the defaults', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      ROLE: 'all',
      HOST: '127.0.0.1',
      PORT: 3000,
      API_KEYS: [],
      CRAWL_ALLOWED_PORTS: [80, 443, 8080, 8443],
      CRAWL_ALLOW_PRIVATE_NETWORKS: false,
      DATABASE_POOL_SIZE: 10,
      LEASE_SECONDS: 15,
      COMMIT_INTERVAL_MS: 500,
    });
    expect(config.DATABASE_URL).toBeUndefined();
    expect(config.DATA_DIR).toMatch(/^\/.*data$/);
    expect(config.CACHE_DIR).toBe(`${config.DATA_DIR}/cache`);
    expect(config.ARCHIVE_DIR).toBe(`${config.DATA_DIR}/archive`);
    expect(config.WORKER_ID).toMatch(/-\d+-[0-9a-f]{8}$/);
    expect(loadConfig({}).WORKER_ID).not.toBe(config.WORKER_ID);
  });

  test.each<[Environment, string]>([
    [{}, 'http://127.0.0.1:3000/bot'],
    [{ HOST: '::1', PORT: '8080' }, 'http://[::1]:8080/bot'],
    [{ PORT: '0' }, 'http://127.0.0.1/bot'],
    [{ PORT: '80' }, 'http://127.0.0.1/bot'],
    [{ HOST: 'gleaner.example', API_KEYS: KEY }, 'http://gleaner.example:3000/bot'],
    [{ CRAWL_CONTACT_URL: 'https://Example.org/who we are' }, 'https://example.org/who%20we%20are'],
    [{ CRAWL_CONTACT_URL: 'mailto:crawler@example.org' }, 'mailto:crawler@example.org'],
  ])('%j: the user agent names %s', (env, contact) => {
    expect(loadConfig(env)).toMatchObject({
      CRAWL_CONTACT_URL: contact,
      CRAWL_USER_AGENT: `${DEFAULT_USER_AGENT}/${VERSION} (+${contact})`,
    });
    expect(loadConfig({ ...env, CRAWL_USER_AGENT: 'Own/1' })).toMatchObject({
      CRAWL_CONTACT_URL: contact,
      CRAWL_USER_AGENT: 'Own/1',
    });
  });

  test('under an address that means all of them, the machine is named', () => {
    expect(loadConfig({ HOST: '0.0.0.0', API_KEYS: KEY }).CRAWL_CONTACT_URL).toBe(
      `http://${hostname().toLowerCase()}:3000/bot`,
    );
  });

  test('empty values count as unset, unknown names are ignored', () => {
    expect(loadConfig({ PORT: '', ROLE: ' ', CRAWL_SOMETHING: 'x', PATH: '/bin' })).toMatchObject({
      PORT: 3000,
      ROLE: 'all',
    });
  });

  test.each([
    ['PORT', 'abc', '"abc"', 'an integer from 0 to 65535'],
    ['PAGE_STORE', 'http://bucket', '"http://bucket"', 's3://BUCKET or s3://BUCKET/PREFIX'],
    ['PAGE_STORE', 's3://B/x', '"s3://B/x"', 's3://BUCKET or s3://BUCKET/PREFIX'],
    ['PORT', '65536', '"65536"', 'an integer from 0 to 65535'],
    ['PORT', '1e3', '"1e3"', 'an integer from 0 to 65535'],
    ['ROLE', 'crawler', '"crawler"', 'one of all, api, worker, fetcher'],
    ['LOG_LEVEL', 'loud', '"loud"', 'one of trace, debug, info'],
    ['CRAWL_ALLOW_PRIVATE_NETWORKS', 'yes', '"yes"', 'true or false'],
    ['CRAWL_ALLOWED_PORTS', '80,http', '"80,http"', 'port numbers from 1 to 65535'],
    ['CRAWL_PROXY_URL', 'socks5://x', '"socks5://x"', 'a URL such as http://127.0.0.1:8080'],
    ['CRAWL_CONTACT_URL', 'example.org', '"example.org"', 'a URL such as https://example.org/bot'],
    [
      'CRAWL_CONTACT_URL',
      `https://a/${'x'.repeat(200)}`,
      `"https://a/${'x'.repeat(200)}"`,
      'a URL such as https://example.org/bot',
    ],
    ['CRAWL_USER_AGENT', 'Bücher', '"Bücher"', 'printable ASCII'],
    ['API_KEYS', 'short', 'the given value', 'keys of at least 16 characters'],
    ['DATABASE_URL', 'mysql://root:secret@x/y', 'the given value', 'a URL such as postgresql://'],
  ])('%s=%s is refused by name, with what is allowed', (name, value, shown, allowed) => {
    const [problem, ...more] = problems({ [name]: value });
    expect(more).toEqual([]);
    expect(problem).toContain(`${name}: ${shown} is not allowed; expected ${allowed}`);
    expect(problem).not.toContain('secret');
  });

  test('all problems are reported at once', () => {
    expect(problems({ PORT: 'x', ROLE: 'y', LEASE_SECONDS: '0' }).map((problem) => problem.split(':')[0])).toEqual([
      'ROLE',
      'PORT',
      'LEASE_SECONDS',
    ]);
  });

  test('a lease that is too short for the commits names what would do', () => {
    expect(problems({ LEASE_SECONDS: '3', COMMIT_INTERVAL_MS: '1000' })).toEqual([
      'LEASE_SECONDS: 3 is too short for a COMMIT_INTERVAL_MS of 1000; expected at least 4, or a COMMIT_INTERVAL_MS of at most 750',
    ]);
    expect(problems({ LEASE_SECONDS: '4', COMMIT_INTERVAL_MS: '1000' })).toEqual([]);
  });

  test('a labeller needs the name of a model, and its gate a share', () => {
    const given = { LABELLER_URL: 'http://127.0.0.1:11434/v1', LABELLER_MODEL: 'llama3.1', LABELLER_MIN_KAPPA: '.6' };
    expect(problems(given)).toEqual([]);
    expect(problems({ LABELLER_URL: given.LABELLER_URL })).toEqual([expect.stringMatching(/^LABELLER_MODEL: /)]);
    for (const share of ['-1', '1.5', 'x', '.'])
      expect(problems({ LABELLER_MIN_KAPPA: share })).toEqual([expect.stringMatching(/from 0 to 1/)]);
  });

  test('all settings that conflict are named at once', () => {
    expect(problems({ HOST: '0.0.0.0', LABELLER_URL: 'http://127.0.0.1:11434/v1', LEASE_SECONDS: '5' })).toEqual([
      expect.stringMatching(/^HOST: /),
      expect.stringMatching(/^LABELLER_MODEL: /),
    ]);
  });

  test.each(['0.0.0.0', '::', '192.168.1.5', 'gleaner.example', '128.0.0.1'])('HOST=%s needs keys', (HOST) => {
    expect(problems({ HOST })).toEqual([
      expect.stringMatching(/^HOST: .* can be reached from other machines; .*API_KEYS/),
    ]);
    expect(problems({ HOST, API_KEYS: KEY })).toEqual([]);
    expect(problems({ HOST, ROLE: 'worker' })).toEqual([]);
    expect(problems({ HOST, ROLE: 'worker', WORKER_PORT: '9000' })).toHaveLength(1);
  });

  test.each(['127.0.0.1', '127.8.8.8', '::1', '[::1]', 'localhost', 'LOCALHOST'])('%s is loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  test('reads lists, with spaces around commas', () => {
    expect(loadConfig({ API_KEYS: ` ${KEY} , another-long-key-42 ` }).API_KEYS).toEqual([KEY, 'another-long-key-42']);
    expect(loadConfig({ CRAWL_ALLOWED_PORTS: 'any' }).CRAWL_ALLOWED_PORTS).toEqual([]);
    const open = { CRAWL_ALLOW_PRIVATE_NETWORKS: 'true' };
    expect(loadConfig(open).CRAWL_ALLOWED_PORTS).toEqual([]);
    expect(loadConfig({ ...open, CRAWL_ALLOWED_PORTS: '80' }).CRAWL_ALLOWED_PORTS).toEqual([80]);
  });

  test('never throws anything but ConfigError, and never shows a secret', () => {
    const name = fc.constantFrom(...Object.keys(settings));
    fc.assert(
      fc.property(name, fc.string({ maxLength: 30 }), (setting, value) => {
        const told = problems({ [setting]: value });
        if (settings[setting as keyof typeof settings].secret && value.trim().length > 5)
          expect(told.join('\n')).not.toContain(value.trim());
      }),
    );
  });
});

describe('.env.example', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  const documented = new Map(
    lines.flatMap((line, index) => {
      const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, { value: value ?? '', comment: lines[index - 1] ?? '' }] as const];
    }),
  );

  test('has every setting, and no other', () => {
    expect([...documented.keys()].sort()).toEqual(Object.keys(settings).sort());
  });

  test.each(Object.entries(settings))('%s: default and explanation', (name, { default: fallback }) => {
    expect(documented.get(name)?.value).toBe(fallback ?? '');
    expect(documented.get(name)?.comment).toMatch(/^# .{15}/);
  });
});
