import { readSources, type SourceFile } from './import-graph.js';

/** Packages that few services use, and rarely: each would take memory in every process. */
const SELDOM = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@modelcontextprotocol/server',
  '@nats-io/transport-node',
  '@opentelemetry/sdk-trace-node',
  'hyparquet-writer',
  'playwright-core',
  'third-party-web',
  'turndown',
  'unpdf',
];

/** Packages that each file imports. */
function loadedWith(entry: string, sources: ReadonlyMap<string, SourceFile>): Map<string, string> {
  const packages = new Map<string, string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    for (const { to, isPackage, typeOnly, isLater } of sources.get(file)?.imports ?? []) {
      if (typeOnly || isLater) continue;
      if (isPackage) packages.set(to, file);
      else seen.add(to);
    }
  }
  return packages;
}

describe('the application', () => {
  const packages = loadedWith('src/app.module.ts', new Map(readSources('src').map((source) => [source.path, source])));

  it('is followed through its imports', () => {
    expect(packages.has('fastify') || packages.has('@nestjs/platform-fastify')).toBe(true);
    expect(packages.has('@nestjs/graphql')).toBe(true);
  });

  it.each(SELDOM)('loads %s with its first use', (name) => expect(packages.get(name)).toBeUndefined());
});
