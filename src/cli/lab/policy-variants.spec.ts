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

  it('may have MAX, eagerness and an objective of their own', () => {
    const { policyConfig, policySession } = readVariants(
      ['wide=prospector:{"patience":2,"session":{"domainCap":"5->2","eagerness":0.5,"objective":{"domainWeight":1}}}'],
      policies,
    );
    expect(policyConfig['wide']).toEqual({ patience: 2 });
    expect(policySession['wide']).toEqual({
      domainCap: { kind: 'adaptive', start: 5, min: 2 },
      eagerness: 0.5,
      objective: { domainWeight: 1 },
    });
  });

  it.each([
    ['tres', /^--variant: tres: expected NAME=POLICY:JSON/],
    ['a=fastest:{}', /^--variant: fastest: expected one of breadth-first/],
    ['a=tres:[1]', /^--variant: a: expected settings as a JSON object, not \[1\]/],
    ['a=tres:{', /^--variant: a: expected settings as a JSON object, not \{/],
    ['a=tres:{"session":{"objective":{"domainWeight":1}}}', /^--variant: a: session.objective: tres has no objective/],
    [
      'a=tres:{"session":{"budget":{}}}',
      /^--variant: a: session.budget is not known here; expected one of domainCap, /,
    ],
    ['a=tres:{"discount":"x"}', /^--variant: a: discount must be a number, not the string "x"/],
    ['a=tres:{"discuont":1}', /^--variant: a: discuont is not known here; expected one of .*discount/],
  ])('refuse %s', (text, message) => {
    expect(() => readVariants([text], policies)).toThrow(message);
  });
});
