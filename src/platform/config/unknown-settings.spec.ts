import { settings } from './settings.js';
import { unknownSettingText, unknownSettings } from './unknown-settings.js';

describe('unknownSettings', () => {
  test.each([
    ['CRAWL_ALOWED_PORTS', 'CRAWL_ALLOWED_PORTS'],
    ['CRAWL_ALLOW_PRIVATE_NETWORK', 'CRAWL_ALLOW_PRIVATE_NETWORKS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['API_KEY', 'API_KEYS'],
    ['GRAPHQL_DEPTH', null],
    ['LEASE_SECOND', 'LEASE_SECONDS'],
    ['crawl_allowed_ports', 'CRAWL_ALLOWED_PORTS'],
    ['CRAWL_SPEED', null],
  ])('%s: %s', (name, meant) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
    expect(unknownSettingText({ name, meant })).toContain(name);
  });

  test('leaves alone what is set rightly, empty, or of other programs', () => {
    const right = Object.fromEntries(Object.keys(settings).map((name) => [name, 'x']));
    expect(
      unknownSettings({
        ...right,
        CRAWL_SPEED: '',
        PATH: '/bin',
        HOME: '/root',
        POSTGRES_PASSWORD: 'x',
        NODE_ENV: 'production',
        LANG: 'C',
        PWD: '/',
        SHELL: 'sh',
      }),
    ).toEqual([]);
  });
});
