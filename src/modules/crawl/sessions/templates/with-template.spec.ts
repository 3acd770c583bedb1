import { withTemplateSettings } from './with-template.js';

const TEMPLATE = {
  policy: 'tres',
  policyConfig: { preset: 'paper' },
  budget: { fetches: 500, minutes: 5 },
  scope: { maxDepth: 2 },
  robots: false,
};

it('fills what is not given, and nothing else', () => {
  expect(withTemplateSettings({}, TEMPLATE)).toEqual(TEMPLATE);
  const own = { name: 'n', robots: true, scope: { denyHosts: ['a.example'] }, budget: { fetches: 20, minutes: null } };
  expect(withTemplateSettings(own, TEMPLATE)).toEqual({
    ...TEMPLATE,
    ...{ name: 'n', robots: true, scope: { denyHosts: ['a.example'] }, budget: { fetches: 20, minutes: 5 } },
  });
  expect(withTemplateSettings({ policy: null, policyConfig: { preset: 'program' } }, TEMPLATE)).toMatchObject({
    ...{ policy: 'tres', policyConfig: { preset: 'program' } },
  });
});

it('leaves the settings of another policy out', () => {
  expect(withTemplateSettings({ policy: 'best-first' }, TEMPLATE)).not.toHaveProperty('policyConfig');
  expect(withTemplateSettings({ policy: 'prospector' }, { policyConfig: { patience: 3 } })).toEqual({
    ...{ policy: 'prospector', policyConfig: { patience: 3 } },
  });
});
