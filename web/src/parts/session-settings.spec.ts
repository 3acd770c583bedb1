import { asGraphql, settingsOf } from './session-settings.js';

const SESSION = {
  policy: 'prospector',
  policyConfig: { grouping: 'as-it-is' },
  seeds: ['http://a.example/', 'http://b.example/'],
  config: { budget: { fetches: 5 }, grouping: 'path-prefix', contentTypes: ['html', 'pdf'], render: 'never' },
};

test('a session becomes the settings of another one', () => {
  const { policy, policyConfig, seeds, config } = SESSION;
  expect(settingsOf(SESSION)).toEqual({ policy, policyConfig, seeds, ...config });
  expect(settingsOf(SESSION, [...seeds].reverse())).toEqual({ policy, policyConfig, ...config });
});

test.each([
  [{ kind: 'unlimited' }, 'unlimited'],
  [{ kind: 'fixed', max: 7 }, 7],
  [{ kind: 'adaptive', start: 50, min: 5 }, '50->5'],
])('MAX %j is written %s', (domainCap, written) => {
  expect(settingsOf({ ...SESSION, config: { domainCap } })['domainCap']).toBe(written);
});

test('GraphQL spells its enums, and leaves the settings of policies as they are', () => {
  const settings = {
    ...settingsOf(SESSION),
    rendering: { wait: { until: 'network-idle' }, scroll: true },
    userAgent: 'a-b',
  };
  expect(asGraphql(settings)).toEqual({
    ...settings,
    grouping: 'PATH_PREFIX',
    contentTypes: ['HTML', 'PDF'],
    render: 'NEVER',
    rendering: { wait: { until: 'NETWORK_IDLE' }, scroll: true },
  });
});
