import { readFileSync } from 'node:fs';
import { DEFAULT_WIRE, HOSTILE_TIMEOUT_MS, LATE_TIMES, SLACK_MS, type HostileCase } from '../support/hostile-case.js';
import { DIGEST_MS } from '../support/hostile-pages.js';
import { runAlone, runTogether, type HostileRun } from '../support/hostile-run.js';
import { CASES, caseTables, GROUPS } from '../support/hostile-table.js';
import { compiledProduct } from '../support/build.js';
import { isThorough } from '../support/thoroughness.js';

// The daily run has every other case.
const crowd = CASES.filter((one) => one.memoryMb === undefined).filter((_, at) => isThorough || at % 2 === 0);
// Each of them takes much of a second of CPU: the daily run has two.
const alone = CASES.filter((one) => one.memoryMb !== undefined).slice(0, isThorough ? undefined : 2);

let runs: { crowd: HostileRun; alone: HostileRun };
beforeAll(async () => {
  const sources = compiledProduct();
  const [measured, together] = await Promise.all([runAlone(alone, sources), runTogether(crowd, sources)]);
  runs = { alone: measured, crowd: together };
}, 300_000);

const runOf = (one: HostileCase): HostileRun => (one.memoryMb === undefined ? runs.crowd : runs.alone);

const ran = new Set([...crowd, ...alone]);
const groups = GROUPS.map(([title, group]) => [title, group.filter((one) => ran.has(one))] as const).filter(
  ([, group]) => group.length > 0,
);
describe.each(groups)('%s', (_title, group) => {
  it.each(group.map((one) => [one.name, one] as const))('%s', (name, one) => {
    const run = runOf(one);
    const report = run.reports.get(name);
    const server = run.servers.get(name);
    if (report === undefined || server === undefined) throw new Error('the case was not run');
    expect({ kind: [report.kind], message: report.message }).toEqual({
      kind: [expect.stringMatching(new RegExp(`^(?:${[one.ends].flat().join('|')})$`))],
      message: report.message,
    });
    expect(one.truncated === 'any' || report.truncated === (one.truncated ?? false)).toBe(true);
    expect(report.wire).toBeLessThanOrEqual(one.wire ?? DEFAULT_WIRE);
    const limit = one.withinMs ?? one.settings?.timeoutMs ?? HOSTILE_TIMEOUT_MS;
    expect(report.ms).toBeLessThan(limit + SLACK_MS + LATE_TIMES * (report.lateMs + run.serversLateMs));
    expect(report.digestMs).toBeLessThan(DIGEST_MS);
    expect(report.grownMb).toBeLessThan(one.memoryMb ?? Number.POSITIVE_INFINITY);
    expect(report.links.filter((link) => !/^https?:\/\//.test(link))).toEqual([]);
    one.also?.(report, server);
  });
});

it('leaves no socket, timer or rejection behind', () => {
  for (const run of [runs.alone, runs.crowd]) {
    expect(run.lingering).toEqual([]);
    expect(run.end).toEqual({ unhandled: 0, left: [] });
  }
});

it('has distinct names, and a matching table in the documentation', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  expect(readFileSync('docs/hostile-server-cases.md', 'utf8')).toContain(caseTables());
});
