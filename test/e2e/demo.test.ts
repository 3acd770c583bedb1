import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const cli = path.resolve('dist/cli/index.js');
/** A model that is trained in no time, where it does not matter which. */
const QUICK = 'naive-bayes';

interface SessionReport {
  readonly policy: string;
  readonly state: string;
  readonly stateReason: string;
  readonly fetched: number;
  readonly failed: number;
  readonly trueHarvestRate: number;
  readonly trueRelevantDomains: number;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function gleaner(
  args: readonly string[],
  onStderr: (text: string, interrupt: () => void) => void = () => undefined,
): Promise<Ended> {
  // The prepared word vectors of the other tests are used, or made for them.
  const env = { ...process.env, CACHE_DIR: path.resolve('.cache/test') };
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    onStderr(err, () => child.kill('SIGINT'));
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, err }));
  });
}

describe('gleaner demo', () => {
  let data: string;
  beforeAll(() => {
    if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build makes it`);
    data = mkdtempSync(path.join(tmpdir(), 'gleaner-demo-'));
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  it('crawls the demo web through the service and reports what WordNet says of it; twice on one folder', async () => {
    const run = await gleaner([
      'demo',
      '--budget',
      '250',
      '--policies',
      'tres,breadth-first',
      '--data',
      data,
      '--json',
    ]);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('Stopping the service')]);
    const report = JSON.parse(run.out);
    expect(report.model.kind).toBe('ensemble');
    const sessions: readonly SessionReport[] = report.sessions;
    expect(sessions.map((session) => session.policy)).toEqual(['tres', 'breadth-first']);
    for (const session of sessions) {
      expect([session.state, session.stateReason]).toEqual(['COMPLETED', 'BUDGET']);
      expect(session.fetched + session.failed).toBe(250);
      expect(session.trueRelevantDomains).toBeGreaterThan(0);
    }
    const [tres, breadthFirst] = sessions;
    // Some 80% against 30% at this budget; fetches in flight make runs differ by some percent.
    expect(tres.trueHarvestRate).toBeGreaterThan(breadthFirst.trueHarvestRate + 0.2);
    expect(report.topDomains.length).toBeGreaterThan(0);
    expect(report.topDomains[0].relevant).toBeGreaterThanOrEqual(
      report.topDomains[report.topDomains.length - 1].relevant,
    );

    const again = await gleaner([
      'demo',
      '--budget',
      '30',
      '--policies',
      'breadth-first',
      '--model',
      QUICK,
      '--data',
      data,
    ]);
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('Done in')]);
    expect(again.out).toMatch(/breadth-first +\d+ +[\d.]+% +[\d.]+%/);
    expect(again.out).toContain('Top domains of breadth-first');
  }, 240_000);

  it('ends in order on Ctrl-C in the middle of a crawl, and leaves nothing running', async () => {
    let asked = false;
    const run = await gleaner(
      ['demo', '--budget', '5000', '--policies', 'random', '--model', QUICK, '--delay', '100', '--data', data],
      (text, interrupt) => {
        if (asked || !text.includes('Topic "food"')) return;
        asked = true;
        setTimeout(interrupt, 1_000);
      },
    );
    expect([run.code, run.err]).toEqual([130, expect.stringContaining('gleaner: interrupted')]);
    const pids = [...readFileSync(path.join(data, 'service.log'), 'utf8').matchAll(/"pid":(\d+)/g)].map((match) =>
      Number(match[1]),
    );
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of new Set(pids)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 120_000);
});

describe('the command line', () => {
  it.each([
    [[], 'Usage: gleaner'],
    [['nothing'], "unknown command 'nothing'"],
    [['demo', '--budget', 'many'], 'Expected a whole number from 10 to 100000'],
    [['demo', '--topic-class', 'food'], 'Expected one of'],
    [['demo', '--policies', 'tres,tress'], 'tress is not one of'],
    [['crawl', '--seeds', 'http://example.org/'], "required option '--keywords <words>' not specified"],
    [['crawl', '--keywords', 'food', '--seeds', 'example'], 'example is not an http or https URL'],
    [['serve', '--port', '70000'], 'Expected a whole number from 0 to 65535'],
    [['web', 'missing.warc.gz'], 'missing.warc.gz does not exist'],
  ])('refuses %j with exit code 2 and says what is wrong', async (args, message) => {
    const { code, err, out } = await gleaner(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('shows the options of a command', async () => {
    const { code, out } = await gleaner(['demo', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('--topic-class');
  });
});
