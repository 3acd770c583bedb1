import { readFileSync } from 'node:fs';
import { OPTIONAL, requirePackages } from './optional-packages.js';

const nothing = (): boolean => false;

describe('requirePackages', () => {
  it.each([
    [{ PAGE_STORE: 's3://bucket' }, 'PAGE_STORE', '@aws-sdk/client-s3 @aws-sdk/lib-storage'],
    [{ ARCHIVE_STORE: 's3://bucket/x' }, 'ARCHIVE_STORE', '@aws-sdk/client-s3'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, 'OTEL_EXPORTER_OTLP_ENDPOINT', '@opentelemetry/'],
  ])('refuses %j without its packages, and says how to install them', (env, setting, packages) => {
    expect(() => requirePackages(env, nothing)).toThrow(
      `${setting} needs packages that are not installed: npm install ${packages}`,
    );
    expect(() => requirePackages(env)).not.toThrow();
  });

  it.each([[{}], [{ ARCHIVE_STORE: ' ' }], [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'x', OTEL_SDK_DISABLED: 'true' }]])(
    'needs none for %j',
    (env) => expect(() => requirePackages(env, nothing)).not.toThrow(),
  );

  it('knows all optional peers of the package, and these are there for development', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, unknown>>;
    const names = OPTIONAL.flatMap(({ packages }) => packages).sort();
    expect(Object.keys(manifest['peerDependencies']).sort()).toEqual(names);
    expect(manifest['peerDependenciesMeta']).toEqual(
      Object.fromEntries(names.map((name) => [name, { optional: true }])),
    );
    expect(Object.keys(manifest['devDependencies'])).toEqual(expect.arrayContaining(names));
  });
});
