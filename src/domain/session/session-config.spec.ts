import fc from 'fast-check';
import { z } from 'zod';
import {
  budgetExtensionSchema,
  domainCapSchema,
  extendBudget,
  initialCap,
  reachedLimits,
  sessionConfigSchema,
  storedConfigSchema,
  type DomainCap,
  type SessionConfig,
} from './session-config.js';

const parse = (input: unknown): SessionConfig => sessionConfigSchema.parse(input);
const pathsOf = (input: unknown): string[] => {
  const result = sessionConfigSchema.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
};

describe('session configuration', () => {
  it('needs only a budget and resolves the rest to polite defaults', () => {
    expect(parse({ budget: { fetches: 500 } })).toEqual({
      budget: { fetches: 500 },
      obeyNoindex: true,
      rendering: { wait: { until: 'idle' }, scroll: 0, blockTrackers: true, screenshots: false },
      contentTypes: ['html', 'text'],
      cookies: 'visit',
      duplicates: { exact: true, nearDistance: 3, reward: false },
      traps: { detect: true, maxPerPattern: 50_000 },
      sitemaps: false,
      trackChanges: false,
      archive: false,
      search: 'later',
      known: 'refresh',
      knownDays: 30,
      retries: 2,
      hostFailureLimit: 10,
      hostBarrenLimit: 4,
      hostEvidence: true,
      domainCap: { kind: 'unlimited' },
      grouping: 'registrable-domain',
      scope: {},
      concurrency: 8,
      hostConcurrency: 1,
      hostDelayMs: 1_000,
      eagerness: 0.2,
      robots: true,
      followNofollow: false,
      render: 'never',
      userAgent: 'GleanerBot',
      timeoutMs: 20_000,
      maxBytes: 5_000_000,
      maxRedirects: 10,
      maxLinksPerPage: 2_000,
    });
  });

  it.each<[unknown, DomainCap]>([
    ['unlimited', { kind: 'unlimited' }],
    [7, { kind: 'fixed', max: 7 }],
    ['7', { kind: 'fixed', max: 7 }],
    ['5->2', { kind: 'adaptive', start: 5, min: 2 }],
    [' 100 → 20 ', { kind: 'adaptive', start: 100, min: 20 }],
    [
      { kind: 'fixed', max: 3 },
      { kind: 'fixed', max: 3 },
    ],
  ])('reads the cap %j', (input, cap) => {
    expect(domainCapSchema.parse(input)).toEqual(cap);
  });

  it.each([0, -1, 1.5, '2->5', '5->', 'many', null, { kind: 'fixed' }, { kind: 'adaptive', start: 1, min: 2 }])(
    'refuses the cap %j',
    (input) => {
      expect(domainCapSchema.safeParse(input).success).toBe(false);
    },
  );

  it.each<[string, unknown]>([
    ['budget', {}],
    ['budget.fetches', { budget: { fetches: 0 } }],
    ['budget.fetches', { budget: { fetches: 10_000_001 } }],
    ['budget.minutes', { budget: { fetches: 1, minutes: 0 } }],
    ['domainCap', { budget: { fetches: 1 }, domainCap: 'lots' }],
    ['concurrency', { budget: { fetches: 1 }, concurrency: 65 }],
    ['hostDelayMs', { budget: { fetches: 1 }, hostDelayMs: 60_001 }],
    ['userAgent', { budget: { fetches: 1 }, userAgent: 'a\r\nX-Evil: 1' }],
    ['scope.maxDepth', { budget: { fetches: 1 }, scope: { maxDepth: -1 } }],
    ['scope.allowHosts.0', { budget: { fetches: 1 }, scope: { allowHosts: [''] } }],
    ['saturation.minHarvestRate', { budget: { fetches: 1 }, saturation: { window: 100, minHarvestRate: 2 } }],
    ['render', { budget: { fetches: 1 }, render: 'sometimes' }],
  ])('names %s', (path, input) => {
    expect(pathsOf(input)).toContain(path);
  });

  it('refuses a setting it does not know', () => {
    expect(sessionConfigSchema.safeParse({ budget: { fetches: 1 }, depht: 3 }).error?.issues[0]).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['depht'],
    });
  });

  it('gives a resolved configuration back unchanged, also through JSON', () => {
    const cap = fc.oneof(
      fc.constant('unlimited'),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.tuple(fc.nat(50), fc.nat(50)).map(([a, b]) => `${a + b + 1}->${b + 1}`),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        cap,
        fc.constantFrom('host', 'path-prefix'),
        fc.boolean(),
        (fetches, domainCap, grouping, robots) => {
          const resolved = parse({
            budget: { fetches },
            domainCap,
            grouping,
            robots,
            scope: { denyHosts: ['a.example'] },
          });
          expect(parse(JSON.parse(JSON.stringify(resolved)))).toEqual(resolved);
        },
      ),
    );
  });

  it('reads a stored configuration as it was meant when it was written', () => {
    const {
      saturation: _,
      hostBarrenLimit: __,
      eagerness: ___,
      hostEvidence: ____,
      search: _____,
      ...rest
    } = parse({ budget: { fetches: 5 } });
    const old = { ...rest, saturation: { window: 50, minHarvestRate: 0.01 } };
    expect(storedConfigSchema.parse(old)).toEqual({
      ...{ ...old, hostBarrenLimit: 0, eagerness: 1, hostEvidence: false, search: 'now' },
    });
    const current = parse({ budget: { fetches: 5 }, saturation: { window: 50, minHarvestRate: 0.1 } });
    expect(storedConfigSchema.parse(current)).toEqual(current);
  });

  it('has a JSON schema of its input', () => {
    const schema = z.toJSONSchema(sessionConfigSchema, { io: 'input' });
    expect(schema.required).toBeUndefined();
    expect(Object.keys(schema.properties ?? {})).toContain('domainCap');
  });
});

describe('budget', () => {
  it.each([
    [{ fetches: 10 }, { fetches: 9, relevantPages: 9, domains: 9, activeMs: 1e9 }, []],
    [{ fetches: 10 }, { fetches: 10, relevantPages: 0, domains: 0, activeMs: 0 }, ['fetches']],
    [
      { fetches: 10, minutes: 1, relevantPages: 2, domains: 3 },
      { fetches: 10, relevantPages: 2, domains: 3, activeMs: 60_000 },
      ['fetches', 'relevantPages', 'domains', 'minutes'],
    ],
    [{ fetches: 10, minutes: 0.5 }, { fetches: 1, relevantPages: 0, domains: 0, activeMs: 29_999 }, []],
  ])('%j spent %j reaches %j', (budget, spent, limits) => {
    expect(reachedLimits(budget, spent)).toEqual(limits);
  });

  it('adds to the limits that exist and drops the saturation rule that ended the session', () => {
    const config = parse({ budget: { fetches: 10, minutes: 1 }, saturation: { window: 50, minHarvestRate: 0.1 } });
    const spent = { fetches: 9, minutes: 1, relevantPages: 2, domains: 1 };
    const more = extendBudget(config, { fetches: 5, relevantPages: 5 }, false, spent);
    expect(more.budget).toEqual({ fetches: 15, minutes: 1 });
    expect(more.saturation).toEqual({ window: 50, minHarvestRate: 0.1, confidence: 0.95 });
    expect(extendBudget(config, { minutes: 2 }, true, spent)).toEqual({
      ...parse({ budget: { fetches: 10, minutes: 3 } }),
    });
    expect(config.saturation).toBeDefined();
  });

  it('needs no limit beside a saturation rule, and counts an extension from what was spent', () => {
    const saturation = { window: 50, minHarvestRate: 0.1 };
    const config = parse({ saturation });
    expect(config.budget).toEqual({});
    expect(() => parse({ budget: {} })).toThrow(/a limit is required/);
    const spent = { fetches: 130, minutes: 2, relevantPages: 9, domains: 1 };
    expect(extendBudget(config, { fetches: 20 }, true, spent).budget).toEqual({ fetches: 150 });
    // Stopped by a user, it continues as long as it pays.
    expect(extendBudget(config, { fetches: 20 }, false, spent)).toEqual(config);
  });

  it('needs something to extend by', () => {
    expect(budgetExtensionSchema.safeParse({}).success).toBe(false);
    expect(budgetExtensionSchema.safeParse({ fetches: 1 }).success).toBe(true);
  });

  it('starts an adaptive cap at its start', () => {
    expect([
      initialCap({ kind: 'unlimited' }),
      initialCap({ kind: 'fixed', max: 3 }),
      initialCap({ kind: 'adaptive', start: 5, min: 2 }),
    ]).toEqual([Infinity, 3, 5]);
  });

  it('names the scope rule that makes no sense', () => {
    const read = sessionConfigSchema.safeParse({
      budget: { fetches: 1 },
      scope: { denyHosts: ['ok.com', 'example.com/path'] },
    });
    expect(read.error?.issues.map((issue) => issue.path)).toEqual([['scope', 'denyHosts', 1]]);
  });
});
