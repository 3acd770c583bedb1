import { existsSync, readFileSync } from 'node:fs';
import { readSource, readSources, type SourceFile } from './import-graph.js';
import { violations } from './rules.js';

/** A small code base in which each file breaks at most one rule. */
const violating: Record<string, { text: string; complaint: string | null }> = {
  'src/domain/pure.ts': { text: "import { z } from 'zod';\nimport { other } from './other.js';", complaint: null },
  'src/domain/other.ts': { text: 'export const other = 1;', complaint: null },
  'src/domain/reads-files.ts': {
    text: "import { readFile } from 'node:fs/promises';",
    complaint: 'domain uses the package node:fs/promises',
  },
  'src/domain/nest.ts': {
    text: "import { Injectable } from '@nestjs/common';",
    complaint: 'domain uses the package @nestjs/common',
  },
  'src/domain/lazy.ts': { text: "const later = () => import('undici');", complaint: 'domain uses the package undici' },
  'src/domain/up.ts': {
    text: "import type { Port } from '../engine/ports.js';",
    complaint: 'domain imports engine (src/engine/ports.ts)',
  },
  'src/engine/ports.ts': { text: "export type { other } from '../domain/other.js';", complaint: null },
  'src/engine/loop.ts': {
    text: "import { a } from '../modules/base/alpha/index.js';",
    complaint: 'engine imports modules/base/alpha (src/modules/base/alpha/index.ts)',
  },
  'src/engine/web.ts': { text: "import { request } from 'undici';", complaint: 'engine uses the package undici' },
  'src/platform/config/env.ts': { text: 'export const port = process.env.PORT;', complaint: null },
  'src/platform/api/domain.ts': {
    text: "export * from '../../domain/other.js';",
    complaint: 'platform imports domain (src/domain/other.ts)',
  },
  'src/platform/api/env.ts': {
    text: 'export const port = process.env.PORT;',
    complaint: 'process.env is read outside of platform/config',
  },
  'src/platform/database/index.ts': { text: "export { Prisma } from './generated/client.js';", complaint: null },
  'src/modules/base/alpha/index.ts': { text: "export { alpha } from './alpha.js';", complaint: null },
  'src/modules/base/alpha/alpha.ts': {
    text: "import { beta } from '../beta/index.js';\nimport { other } from '../../../domain/other.js';",
    complaint: null,
  },
  'src/modules/base/alpha/alpha.repository.ts': {
    text: "import { Prisma } from '../../../platform/database/index.js';",
    complaint: null,
  },
  'src/modules/base/alpha/inside.ts': {
    text: "import { secret } from '../beta/secret.js';",
    complaint: 'src/modules/base/beta/secret.ts is not the face of modules/base/beta',
  },
  'src/modules/base/alpha/app.ts': {
    text: "import { App } from '../../../app.module.js';",
    complaint: 'modules/base/alpha imports entry (src/app.module.ts)',
  },
  'src/modules/base/alpha/service.ts': {
    text: "import { PrismaService } from '../../../platform/database/index.js';",
    complaint: 'Prisma is used outside of repositories, SQL files, mappers and platform',
  },
  'src/modules/base/alpha/client.ts': {
    text: "import { PrismaClient } from '@prisma/client';",
    complaint: 'Prisma is used outside of repositories, SQL files, mappers and platform',
  },
  'src/modules/base/alpha/generated.ts': {
    text: "import { PrismaClient } from '../../../platform/database/generated/client.js';",
    complaint: 'the generated client is used outside of platform',
  },
  'src/modules/base/alpha/browser.ts': {
    text: "import { chromium } from 'playwright-core';",
    complaint: 'Playwright is used outside of modules/fetch/fetching',
  },
  'src/modules/fetch/fetching/index.ts': { text: "import { chromium } from 'playwright-core';", complaint: null },
  'src/modules/base/alpha/later.ts': {
    text: "import { chromium } from '../../fetch/fetching/index.js';",
    complaint: 'modules/base/alpha imports modules/fetch/fetching (src/modules/fetch/fetching/index.ts)',
  },
  'src/modules/other/delta/index.ts': {
    text: "import { beta } from '../../base/beta/index.js';",
    complaint: 'modules/other/delta is in none of the groups base, fetch, topics, crawl, results, research, service',
  },
  'src/modules/base/beta/index.ts': { text: 'export const beta = 1;', complaint: null },
  'src/modules/base/beta/secret.ts': { text: 'export const secret = 1;', complaint: null },
  'src/cli/command.ts': {
    text: "import { x } from '../modules/base/beta/secret.js';",
    complaint: 'src/modules/base/beta/secret.ts is not the face of modules/base/beta',
  },
};
const parse = (files: Record<string, string>) => Object.entries(files).map(([file, text]) => readSource(file, text));

describe('the rules notice', () => {
  const found = violations(
    parse(Object.fromEntries(Object.entries(violating).map(([file, { text }]) => [file, text]))),
  );

  test.each(Object.entries(violating))('%s', (file, { complaint }) => {
    expect(found.filter((line) => line.startsWith(`${file}: `))).toEqual(
      complaint === null ? [] : [`${file}: ${complaint}`],
    );
  });

  test('a thread that loads the framework, by whatever files, and not one that names its types', () => {
    const files = {
      'src/modules/base/one/index.ts': "import { two } from './two.js';",
      'src/modules/base/one/two.ts': "import { Injectable } from '@nestjs/common';",
      'src/modules/base/one/some-task.ts': "import { two } from './index.js';",
      'src/modules/base/one/other-task.ts': "import type { two } from './index.js';",
    };
    expect(violations(parse(files))).toEqual([
      'src/modules/base/one/some-task.ts: loads @nestjs/common by src/modules/base/one/two.ts',
    ]);
  });

  test('a module without a face', () => {
    expect(violations(parse({ 'src/modules/base/gamma/thing.ts': '' }))).toEqual([
      'modules/base/gamma has no index.ts',
    ]);
  });

  test('circles of files and of rooms, those of types too', () => {
    const files = {
      'src/modules/base/one/index.ts': "import { two } from '../two/index.js';",
      'src/modules/base/two/index.ts': "import { a } from './a.js';",
      'src/modules/base/two/a.ts': "import { one } from '../one/index.js';",
    };
    const complaints = [
      'rooms in a circle: modules/base/one, modules/base/two',
      'files in a circle: src/modules/base/one/index.ts, src/modules/base/two/a.ts, src/modules/base/two/index.ts',
    ];
    expect(violations(parse(files))).toEqual(complaints);
    const typed = { ...files, 'src/modules/base/two/a.ts': "import type { One, Other } from '../one/index.js';" };
    expect(violations(parse(typed))).toEqual(complaints);
  });

  test('circles of the rooms within a room, those of types too', () => {
    const files = {
      'src/domain/frontier/table.ts': 'export const table = 1;',
      'src/domain/frontier/order.ts': "import type { Policy } from '../policies/policy.js';",
      'src/domain/policies/policy.ts': "import { table } from '../frontier/table.js';",
    };
    expect(violations(parse(files))).toEqual(['subjects in a circle: src/domain/frontier, src/domain/policies']);
  });
});

// Read once: it takes seconds.
const files = readSources('src');

describe('src', () => {
  test('files named after repositories have one, and those of SQL none', () => {
    const named = files.filter(({ path }) => /\.(?:repository|sql)\.ts$/.test(path));
    expect(named.length).toBeGreaterThan(50);
    const wrong = named.filter(
      ({ path }) =>
        path.endsWith('.repository.ts') !== /^(?:export )?(?:abstract )?class /m.test(readFileSync(path, 'utf8')),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('is read whole, and every relative import leads to a file', () => {
    expect(files.length).toBeGreaterThan(100);
    const dangling = files.flatMap((file) =>
      file.imports
        .filter(({ to, isPackage }) => !isPackage && !to.includes('/generated/') && !existsSync(to))
        .map(({ to }) => `${file.path}: ${to}`),
    );
    expect(dangling).toEqual([]);
  });

  test('imports only along the allowed directions', () => {
    expect(violations(files)).toEqual([]);
  });
});

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
  const packages = loadedWith('src/app.module.ts', new Map(files.map((source) => [source.path, source])));

  it('is followed through its imports', () => {
    expect(packages.has('fastify') || packages.has('@nestjs/platform-fastify')).toBe(true);
    expect(packages.has('@nestjs/graphql')).toBe(true);
  });

  it.each(SELDOM)('loads %s with its first use', (name) => expect(packages.get(name)).toBeUndefined());
});
