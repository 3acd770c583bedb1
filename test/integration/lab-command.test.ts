import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { runCommand } from '../support/command.js';
import { writeWarc } from '../support/warc.js';

const HOSTS = 4;
const PAGES = 15;
const at = (host: number, page: number): string => `http://host${host}.example/${page}`;
const SEED = at(0, 0);
/** Pages of two hosts are about bread. */
const labelAt = (host: number): string => (host === 1 || host === 3 ? 'bread' : 'other');
const TOPIC = {
  ...{ name: 'bread', label: 'bread', keywords: ['bread'], seeds: [SEED], reward: 'labels' },
  examples: { background: 0 },
};
const TABLE = Array.from({ length: HOSTS }, (_, host) =>
  Array.from({ length: PAGES }, (_, page) => `${at(host, page)}\t${labelAt(host)}`),
).flat();

let folder: string;
const file = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-lab-command-'));
  const pages = [];
  for (let host = 0; host < HOSTS; host++)
    for (let page = 0; page < PAGES; page++) {
      const links = [at(host, (page + 1) % PAGES), at(host, (page + 2) % PAGES), at((host + 1) % HOSTS, page)];
      const body = links.map((to) => `<a href="${to}">a page</a>`).join(' ');
      pages.push({ url: at(host, page), body: `<title>${labelAt(host)}</title>${body}` });
    }
  await writeWarc(file('web.warc.gz'), pages);
  await writeFile(file('labels.tsv'), ['url\tlabels', ...TABLE].join('\n'));
  await writeFile(file('topic.json'), JSON.stringify(TOPIC));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `gleaner lab` on the small web. @param files replace its own, by option */
async function lab(more: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const named = { warc: 'web.warc.gz', labels: 'labels.tsv', topic: 'topic.json', ...files };
  return runCommand([
    'lab',
    ...Object.entries(named).flatMap(([name, value]) => [`--${name}`, file(value)]),
    ...['--policies', 'breadth-first,prospector', '--budget', '40', '--runs', '2', '--no-cache', '--quiet'],
    ...more,
  ]);
}

it('scores runs on their way, and writes each of their steps', async () => {
  const { code, out } = await lab(['--marks', '10,20', '--steps', file('steps.jsonl'), '--json', file('out.json')]);
  expect(code).toBe(0);
  for (const policy of ['breadth-first', 'prospector', 'oracle'])
    for (const budget of ['10 of 40', '20 of 40', '40']) expect(out).toMatch(new RegExp(`^${policy} +${budget} `, 'm'));
  expect(out).toMatch(/^prospector +40 +phase searching /m);
  expect(out).toMatch(/^breadth-first +40 +host host0\.example /m);

  const steps = (await readFile(file('steps.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
  expect(steps).toHaveLength(2 * 2 * 40);
  const { results } = JSON.parse(await readFile(file('out.json'), 'utf8')) as Written;
  for (const { policy, relevant, marks, fetches, judge } of results.slice(0, 2)) {
    const own = steps.filter((step) => step.policy === policy);
    const found = (most: number): number =>
      own.filter((step) => step.fetch <= most && step.labelledRelevant).length / 2;
    expect([...marks, { mark: 40, relevant }].map(({ mark, relevant: { mean } }) => [mark, mean])).toEqual(
      [10, 20, 40].map((mark) => [mark, found(mark)]),
    );
    expect(fetches.hosts.reduce((sum, host) => sum + host.fetches, 0)).toBe(40);
    // Labels judged the crawl: there is no judge.
    expect(judge).toBeNull();
  }
});
interface Step {
  readonly policy: string;
  readonly fetch: number;
  readonly labelledRelevant: boolean;
}
interface Written {
  readonly results: readonly {
    readonly policy: string;
    readonly relevant: { readonly mean: number };
    readonly marks: readonly { readonly mark: number; readonly relevant: { readonly mean: number } }[];
    readonly fetches: { readonly hosts: readonly { readonly fetches: number }[] };
    readonly judge: unknown;
  }[];
}

it('takes labels that the example makes by rules', async () => {
  const made = await promisify(execFile)(process.execPath, [
    ...['examples/recorded-web/make-labels.mjs', file('web.warc.gz'), 'bread=\\bBREAD\\b', 'first=/0$'],
  ]);
  const [header, ...lines] = made.stdout.trim().split('\n');
  expect(header).toBe('url\tlabels');
  expect(lines).toHaveLength(HOSTS * PAGES);
  const labels = new Map(lines.map((line) => line.split('\t') as [string, string]));
  expect([SEED, at(1, 0), at(1, 3), at(2, 3)].map((url) => labels.get(url))).toEqual([
    ...['first', 'bread,first', 'bread', 'other'],
  ]);
  await writeFile(file('made.tsv'), made.stdout);
  const { out } = await lab([], { labels: 'made.tsv' });
  expect(out).toBe((await lab()).out);
});

it('writes curves and a table of LaTeX', async () => {
  for (const curves of ['curves.csv', 'curves.svg'])
    expect(await lab(['--curves', file(curves), '--latex', file('table.tex')])).toMatchObject({ code: 0 });
  expect(await readFile(file('curves.csv'), 'utf8')).toMatch(/^prospector,40,40,\d+/m);
  expect(await readFile(file('curves.svg'), 'utf8')).toContain('>prospector</text>');
  const lines = (await readFile(file('table.tex'), 'utf8')).split('\n');
  expect(lines[1]).toBe('\\begin{tabular}{lrrrrrr}');
  expect(lines.find((line) => line.startsWith('  breadth-first & 40 & '))).toMatch(/\d\\% \\\\$/);
  expect((await lab(['--curves', file('curves.png')])).err).toContain('expected a file that ends in .csv or .svg');
});

it('says how well the model judged where it judges', async () => {
  await writeFile(file('model.json'), JSON.stringify({ ...TOPIC, reward: 'model' }));
  const { out } = await lab(['--policies', 'breadth-first', '--marks', '10'], { topic: 'model.json' });
  expect(out).toMatch(/precision +recall +F1$/m);
  expect(out).toMatch(/^breadth-first +10 of 40 .* [01]\.\d\d +[01]\.\d\d +[01]\.\d\d$/m);
});

it('warns of few relevant pages, of seeds that were not recorded, and of lines of labels without a URL', async () => {
  await writeFile(file('few.tsv'), ['url\tlabels', ...TABLE.slice(0, 20)].join('\n'));
  const { code, out } = await lab([], { labels: 'few.tsv' });
  expect(code).toBe(0);
  expect(out).toContain(
    'Warning: only 5 pages with the label bread can be reached from the seeds: with fewer than 20,',
  );
  await writeFile(file('seeds.json'), JSON.stringify({ ...TOPIC, seeds: [SEED, 'http://nobody.example/'] }));
  expect((await lab([], { topic: 'seeds.json' })).out).toContain(
    'Warning: seeds that were not recorded are ignored: http://nobody.example/',
  );
  await writeFile(file('addresses.tsv'), ['url\tlabels', ...TABLE, 'host1.example/x\tbread', '/y\tother'].join('\n'));
  expect((await lab([], { labels: 'addresses.tsv' })).out).toContain(
    `Warning: labels: 2 lines without a URL ignored, the first is line ${TABLE.length + 2}: "host1.example/x\\tbread"`,
  );
  expect((await lab()).out).not.toContain('Warning');
});

const topicOf = (more: object): string => JSON.stringify({ ...TOPIC, ...more });

it.each<[string, string, string | Buffer, RegExp]>([
  [
    'a label that no page has',
    'topic',
    topicOf({ label: 'bred' }),
    /^--topic: label: .*"bred".*"other" \(30\), "bread" \(30\)/,
  ],
  [
    'seeds that were not recorded',
    'topic',
    topicOf({ seeds: ['http://a.example/'] }),
    /^--topic: seeds: .* http:\/\/a\.example\//,
  ],
  [
    'a model that is none',
    'topic',
    topicOf({ model: { kind: 'oracle' } }),
    /topic file:\n {2}model\.kind must be one of .*ensemble.*, not the string "oracle"/,
  ],
  [
    'a setting of a model',
    'topic',
    topicOf({ model: { kind: 'ensemble', config: { x: 1 } } }),
    /^--topic: model\.config: x is not known here; expected one of .*voting/,
  ],
  ['too few examples', 'topic', topicOf({ model: { kind: 'linear-svm' } }), /^--topic: examples: 0 relevant/],
  [
    'a setting of a policy',
    'topic',
    topicOf({ policyConfig: { prospector: { x: 1 } } }),
    /^settings of the policy prospector: x is not known here; expected one of .*spider/,
  ],
  ['a topic that is no JSON', 'topic', '{name', /topic file: it is not JSON/],
  ['a field of the topic', 'topic', topicOf({ keywords: [] }), /topic file:\n {2}keywords must have at least 1 item\b/],
  [
    'commas in place of tabs',
    'labels',
    'url,labels\nhttp://host1.example/0,bread',
    /^--labels: \S+ line 1 has no tab: expected a URL, a tab,/,
  ],
  [
    'a line without a tab',
    'labels',
    [...TABLE, 'http://host1.example/x bread'].join('\n'),
    /^--labels: \S+ line 61 has no tab/,
  ],
  [
    'labels without an address',
    'labels',
    'url\tlabels\nhost1\tbread',
    /^--labels: \S+ no line of 2 begins with an http or https URL/,
  ],
  ['an empty file of labels', 'labels', '', /^--labels: \S+ no line of 0/],
  [
    'labels of another web',
    'labels',
    'http://elsewhere.example/\tbread',
    /^--labels: .*none of the 1 labelled pages was recorded/,
  ],
  ['labels of no page', 'labels', `${SEED}\t`, /^--labels: .*no page has one/],
  ['a recording that is none', 'warc', 'nothing', /warc/i],
])('refuses %s with a reason', async (_, option, content, reason) => {
  await writeFile(file('wrong'), content);
  const { code, out, err } = await lab([], { [option]: 'wrong' });
  expect(err.replace(/^gleaner: /, '')).toMatch(reason);
  expect(err).not.toMatch(/^ {4}at /m);
  expect([out, code]).toEqual(['', 2]);
});

it('refuses labels that are not whole', async () => {
  await writeFile(file('cut.tsv.gz'), gzipSync(TABLE.join('\n')).subarray(0, 40));
  expect(await lab([], { labels: 'cut.tsv.gz' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no whole gzip'),
  });
  await writeFile(file('text.tsv.gz'), TABLE.join('\n'));
  expect(await lab([], { labels: 'text.tsv.gz' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('no whole gzip'),
  });
});

it.each([
  [['--marks', '10,41'], '--marks: expected at most 40'],
  [['--steps', '/nowhere/steps.jsonl'], '--steps: the folder of /nowhere/steps.jsonl does not exist'],
  [['--html', tmpdir()], '--html: expected a file'],
  [['--labels', '/nowhere.tsv'], '--labels: /nowhere.tsv does not exist'],
  [['--topic', tmpdir()], '--topic: expected a file'],
  [['--dead-links', '0.5'], '--dead-links: expected a web that links to pages which were not recorded'],
  [['--refusing-hosts', '0.1'], '--refusing-hosts: expected a web with more hosts'],
  [['--session', 'x', '--marks', '5'], 'expected without --session'],
])('refuses %j', async (more, reason) => {
  const { code, err } = await lab(more);
  expect(err).toContain(reason);
  expect(code).toBe(2);
});

/** A module with a policy that takes the first link, with one method replaced. */
const POLICY = (method: string): string => `
  import { Availability, checkStamp, stamp } from 'gleaner/policy';
  import { z } from 'zod';
  class Own {
    links = [];
    get size() { return this.links.length; }
    seed(links) { this.links.push(...links); }
    offer(links) { this.links.push(...links); }
    observe({ links }) { this.links.push(...links); }
    choose(step, view) {
      this.links = this.links.filter(({ urlNo }) => view.availability(urlNo) !== Availability.Gone);
      return this.links.length === 0 ? { kind: 'exhausted' } : this.fetch(this.links[0]);
    }
    fetch({ urlNo, source }) {
      return { kind: 'fetch', urlNo, source, explanation: { value: 1, exploration: false } };
    }
    follow() {}
    learn() {}
    stats() { return {}; }
    save() { return stamp('own', 1, {}); }
    restore() {}
    ${method}
  }
  export default {
    ...{ name: 'own', version: 1, summary: 'takes the first link', source: 'a test' },
    configSchema: z.strictObject({ maxCandidates: z.int().default(1000) }),
    create: () => new Own(),
  };`;

it.each([
  ['', 0, /^own +40 +/m],
  ['choose() { return this.fetch(this.links[0]); }', 2, /own: choose at step 1: urlNo: .* Ready; that of 0 is Gone$/m],
  ["choose() { return { kind: 'fetsch' }; }", 2, /step 0: kind: expected one of fetch, .*, not fetsch$/m],
  ['choose() {}', 2, /kind: expected one of .*, not undefined$/m],
  [
    "choose() { return { kind: 'fetch', urlNo: 0, source: -1 }; }",
    2,
    /explanation\.value: expected a finite .* undefined$/m,
  ],
  [
    'fetch(link) { return { ...link, kind: "fetch", explanation: { value: NaN, exploration: false } }; }',
    ...([2, /explanation\.value: expected a finite number, not NaN$/m] as const),
  ],
  ['learn = 3;', 2, /own: create: expected a policy with the methods learn$/m],
])('checks the choices of a policy in a module: %s', async (method, expected, message) => {
  // Modules are loaded once by their path.
  const path = file(`own-${randomUUID()}.mjs`);
  await writeFile(path, POLICY(method));
  const { code, out, err } = await lab(['--policy-module', path, '--policies', 'own', '--runs', '1']);
  expect(code).toBe(expected);
  expect(out + err).toMatch(message);
});

it('runs a repeated budget once, and has no share of an oracle that finds nothing', async () => {
  await writeFile(file('lonely.tsv'), [...TABLE, 'http://lonely.example/\tlonely'].join('\n'));
  await writeFile(file('lonely.json'), JSON.stringify({ ...TOPIC, label: 'lonely' }));
  await writeWarc(file('lonely.warc.gz'), [
    { url: SEED, body: '<title>other</title>' },
    { url: 'http://lonely.example/', body: '<title>lonely</title>' },
  ]);
  const files = { warc: 'lonely.warc.gz', labels: 'lonely.tsv', topic: 'lonely.json' };
  const { code, out } = await lab(['--budget', '5,5', '--json', file('lonely.out.json')], files);
  expect(code).toBe(0);
  expect(out.match(/^oracle .*$/gm)).toEqual([expect.stringMatching(/ -$/)]);
  const { budgets, results } = JSON.parse(await readFile(file('lonely.out.json'), 'utf8')) as {
    budgets: { policies: { runs: number; oracleShare: unknown }[] }[];
    results: { oracleShare: unknown }[];
  };
  expect(budgets.flatMap(({ policies }) => policies.map(({ runs }) => runs))).toEqual([2, 2]);
  expect(results.map(({ oracleShare }) => oracleShare)).toEqual([null, null, null]);
});

it('names the bounds of budgets', async () => {
  const { code, err } = await lab(['--budget', '1e9']);
  expect(code).toBe(2);
  expect(err).toMatch(/whole number from 1 to 10000000/);
});
