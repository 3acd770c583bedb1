import { policies } from '../../domain/policies/index.js';
import { readVariants } from './policy-variants.js';

describe('variants of policies', () => {
  it('are policies under names of their own', () => {
    const { definitions, policyConfig } = readVariants(
      ['short-sighted=tres:{"discount": 0.5}', 'plain=best-first:{}'],
      policies,
    );
    expect(definitions.map(({ name }) => name)).toEqual(['short-sighted', 'plain']);
    expect(definitions[0].configSchema.parse(policyConfig['short-sighted'])).toMatchObject({ discount: 0.5 });
    expect(policyConfig['plain']).toEqual({});
  });

  it.each([
    ['tres', /^--variant: tres: expected NAME=POLICY:JSON/],
    ['a=fastest:{}', /^--variant: fastest: expected one of breadth-first/],
    ['a=tres:[1]', /^--variant: a: expected settings as a JSON object, not \[1\]/],
    ['a=tres:{', /^--variant: a: expected settings as a JSON object, not \{/],
    ['a=tres:{"discount":"x"}', /^--variant: a: discount: /],
  ])('refuse %s', (text, message) => {
    expect(() => readVariants([text], policies)).toThrow(message);
  });
});
