import { z } from 'zod';
import { policies } from '../../../domain/policies/index.js';
import { refusalOf } from './zod-refusal.js';

const refused = (schema: z.ZodType, value: unknown): object => {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error('the value is allowed');
  const { message, field, allowed } = refusalOf(error, 'policyConfig', schema);
  return { message, field, allowed };
};

it.each(policies.map(({ name, configSchema }) => [name, configSchema] as const))(
  'a setting that %s does not have is refused with those that it has',
  (_name, schema) => {
    expect(refused(schema, { nonsense: 1 })).toEqual({
      field: 'policyConfig.nonsense',
      message: 'policyConfig.nonsense is not known here',
      allowed: expect.stringMatching(/^one of (\w+, )*maxCandidates/),
    });
  },
);

it('names what is allowed within a setting, and the first of several wrong ones', () => {
  const schema = z.strictObject({
    clip: z.strictObject({ by: z.enum(['value', 'norm']), limit: z.number() }).optional(),
  });
  expect(refused(schema, { clip: { by: 'norm', limit: 1, at: 2 } })).toMatchObject({
    field: 'policyConfig.clip.at',
    allowed: 'one of by, limit',
  });
  expect(refused(schema, { clip: { by: 'x', limit: 'y' } })).toMatchObject({
    field: 'policyConfig.clip.by',
    allowed: 'one of value, norm',
    message: expect.stringContaining('policyConfig.clip.limit'),
  });
});

it.each([
  ['a number that is too small', z.int().min(1), -2, 'policyConfig.of must be at least 1', 'at least 1'],
  ['another type', z.number(), 'x', 'policyConfig.of must be a number', 'a number'],
  ['part of a number', z.int(), 1.5, 'policyConfig.of must be a whole number', 'a whole number'],
  [
    'a text that is too long',
    z.string().max(2),
    'abc',
    'policyConfig.of must have at most 2 characters',
    /^at most 2 c/,
  ],
  ['an empty list', z.array(z.int()).min(1), [], 'policyConfig.of must have at least 1 items', /^at least 1 items$/],
  ['what our schema words', z.int().min(1, 'one page at least'), 0, 'policyConfig.of: one page at least', 'at least 1'],
])('%s is refused in our words', (_name, of, value, message, allowed) => {
  expect(refused(z.strictObject({ of }), { of: value })).toEqual({
    field: 'policyConfig.of',
    message,
    allowed: typeof allowed === 'string' ? allowed : (expect.stringMatching(allowed) as string),
  });
});
