import { z } from 'zod';
import { policies } from '../../domain/policies/index.js';
import { relevanceModels } from '../../domain/relevance/index.js';
import { accessSchema, sessionConfigSchema } from '../../domain/session/index.js';
import { checkedSettings } from './checked-settings.js';
import { DomainError } from './domain-error.js';

const refused = (schema: z.ZodType, value: unknown, secret = false): object => {
  try {
    checkedSettings(schema, value, 'config', { secret });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { message: error.message, field: error.field, allowed: error.allowed };
  }
  throw new Error('the value is allowed');
};

const optional = [...policies, ...relevanceModels].filter((each) => each.configSchema.safeParse({}).success);
it.each(optional.map((each) => ['name' in each ? each.name : each.kind, each.configSchema] as const))(
  'a setting that %s does not have is refused with those that it has',
  (_name, schema) => {
    expect(refused(schema, { nonsense: 1 })).toEqual({
      field: 'config.nonsense',
      message: 'config.nonsense is not known here',
      allowed: expect.stringMatching(/^one of \w+(, \w+)*$/),
    });
  },
);

it.each([
  ['Müller.DE', 'xn--mller-kva.de'],
  ['A.example.', 'a.example'],
  ['a.example', 'a.example'],
  ['[::1]', '[::1]'],
])('a host of the access data, %s, stands for %s as in a URL', (host, canonical) => {
  expect(accessSchema.parse({ hosts: [{ host }] }).hosts[0]?.host).toBe(canonical);
});

it.each(['https://a.example', 'a.example:80', 'a.example/x', 'me@a.example', 'a b', ''])(
  'a host of the access data, %j, is refused',
  (host) => {
    expect(refused(accessSchema, { hosts: [{ host }] })).toMatchObject({
      field: 'config.hosts[0].host',
      allowed: 'a host name, without scheme and port',
    });
  },
);

const budget = { fetches: 1 };
it.each([
  ['a part', sessionConfigSchema, { budget: { fetchs: 1 } }, 'budget.fetchs', /^one of domains, fetches, /],
  ['a list', accessSchema, { hosts: [{ host: 'a.example', cookie: 1 }] }, 'hosts[0].cookie', /^one of cookies, /],
  [
    'one alternative',
    sessionConfigSchema,
    { budget, domainCap: { kind: 'fixed', max: 1, mx: 2 } },
    'domainCap.mx',
    /^one of .*max/,
  ],
])('an unknown name in %s of the settings is refused with the known ones', (_name, schema, value, field, allowed) => {
  expect(refused(schema, { userAgent: 'test', ...value })).toMatchObject({
    field: `config.${field}`,
    allowed: expect.stringMatching(allowed),
  });
});

it('names what is allowed within a setting, and the first of several wrong ones', () => {
  const schema = z.strictObject({
    clip: z.strictObject({ by: z.enum(['value', 'norm']), limit: z.number() }).optional(),
  });
  expect(refused(schema, { clip: { by: 'norm', limit: 1, at: 2 } })).toMatchObject({
    field: 'config.clip.at',
    allowed: 'one of by, limit',
  });
  expect(refused(schema, { clip: { by: 'x', limit: 'y' } })).toMatchObject({
    field: 'config.clip.by',
    allowed: 'one of value, norm',
    message: expect.stringContaining('config.clip.limit'),
  });
});

it.each([
  ['a number that is too small', z.int().min(1), -2, ' must be at least 1, not the number -2', 'at least 1'],
  ['another type', z.number(), 'x', ' must be a number, not the string "x"', 'a number'],
  ['part of a number', z.int(), 1.5, ' must be a whole number, not the number 1.5', 'a whole number'],
  [
    'a text that is too long',
    z.string().max(2),
    'abc',
    ' must have at most 2 characters, not the string "abc"',
    'at most 2 characters',
  ],
  [
    'an empty text',
    z.string().min(1),
    '',
    ' must have at least 1 character, not the string ""',
    'at least 1 character',
  ],
  ['an empty list', z.array(z.int()).min(1), [], ' must have at least 1 item, not an array of 0', 'at least 1 item'],
  ['a missing value', z.number(), undefined, ' is required; a number', 'a number'],
  [
    'what our schema words',
    z.int().min(1, 'one page at least'),
    0,
    ': one page at least, not the number 0',
    'at least 1',
  ],
  ['another form', z.string().regex(/^a/, 'an a'), 'b', ': an a, not the string "b"', 'an a'],
  ['another condition', z.strictObject({ a: z.int() }).refine(() => false, 'no a'), { a: 1 }, ': no a', 'no a'],
  [
    'an unknown kind',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    '.kind must be one of a, b, not the string "c"',
    'one of a, b',
  ],
])('%s is refused in our words', (_name, of, value, message, allowed) => {
  expect(refused(z.strictObject({ of }), { of: value })).toMatchObject({ message: `config.of${message}`, allowed });
});

it('does not show a secret value', () => {
  const kinds = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]);
  expect(refused(kinds, { kind: 'b' }, true)).toMatchObject({ message: 'config.kind must be one of a' });
  expect(refused(z.strictObject({ of: z.string().max(2) }), { of: 'abc' }, true)).toMatchObject({
    message: 'config.of must have at most 2 characters',
  });
});
