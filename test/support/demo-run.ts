import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const cli = path.resolve('dist/cli/index.js');
/** A model that trains fast, where its kind does not matter. */
export const QUICK = 'naive-bayes';

interface SessionReport {
  readonly policy: string;
  readonly state: string;
  readonly stateReason: string;
  readonly fetched: number;
  readonly failed: number;
  readonly trueHarvestRate: number;
  readonly trueRelevantDomains: number;
}

/** Output and exit code of the command line. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the compiled command line to its end. @param onStderr gets the whole stderr so far, each time it grows */
function gleaner(
  args: readonly string[],
  onStderr: (text: string, interrupt: () => void) => void = () => undefined,
): Promise<Ended> {
  // Uses the prepared word vectors of the other tests, or prepares them.
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

/** Extent of a demo in a test. */
export interface DemoCase {
  /** Fetches of each policy. */
  readonly budget: number;
  /** Minimum lead of `tres` over `breadth-first` in the share of relevant pages. */
  readonly margin: number;
  /** Whether to rerun the demo on the same folder, to its end and to a Ctrl-C: each run takes a whole start. */
  readonly again: boolean;
  /** Kind of the model. Default: the kind that suits the demo's labels, which takes long to train. */
  readonly model?: string;
}

/** Defines the tests of `gleaner demo`, all on one data folder. */
export const describeDemo = ({ budget, margin, again, model }: DemoCase): void =>
  describe('gleaner demo', () => {
    let data: string;
    beforeAll(() => {
      if (!existsSync(cli)) throw new Error(`${cli} is missing: npm run build makes it`);
      data = mkdtempSync(path.join(tmpdir(), 'gleaner-demo-'));
    });
    afterAll(() => rmSync(data, { recursive: true, force: true }));

    it('crawls the demo web through the service and reports what WordNet says of it', async () => {
      const policies = ['tres', 'breadth-first'];
      const run = await gleaner([
        'demo',
        '--budget',
        `${budget}`,
        '--policies',
        policies.join(),
        '--data',
        data,
        '--json',
        ...(model === undefined ? [] : ['--model', model]),
      ]);
      expect([run.code, run.err]).toEqual([0, expect.stringContaining('Stopping the service')]);
      const report = JSON.parse(run.out);
      expect(report.model.kind).toBe(model ?? 'ensemble');
      const sessions: readonly SessionReport[] = report.sessions;
      expect(sessions.map((session) => session.policy)).toEqual(policies);
      for (const session of sessions) {
        expect([session.state, session.stateReason]).toEqual(['completed', 'budget']);
        expect(session.fetched + session.failed).toBe(budget);
        expect(session.trueRelevantDomains).toBeGreaterThan(0);
      }
      const [tres, breadthFirst] = sessions;
      expect(tres.trueHarvestRate).toBeGreaterThan(breadthFirst.trueHarvestRate + margin);
      expect(report.topDomains.length).toBeGreaterThan(0);
      expect(report.topDomains[0].relevant).toBeGreaterThanOrEqual(
        report.topDomains[report.topDomains.length - 1].relevant,
      );
      // It ends with the collection: each step adds to it, and its relevant pages are a file.
      const { steps, rejected, gathered, file, exported } = report.collection;
      expect(steps.map(({ step }: { step: string }) => step)).toEqual([
        '2 sessions',
        `${rejected} rejected`,
        'tres again, from the collection',
        `${gathered.length} domains gathered`,
      ]);
      expect(steps[2].fetched).toBe(Math.round(0.2 * budget));
      expect(steps[3].relevant).toBeGreaterThanOrEqual(steps[1].relevant);
      expect(gathered).not.toContain(rejected);
      const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
      expect([rows.length, exported]).toEqual([steps[3].relevant, steps[3].relevant]);
      expect(rows.filter((row) => row.includes(`.${rejected}/`))).toEqual([]);
    }, 300_000);

    if (!again) return;

    it('runs again on the same folder, and prints tables', async () => {
      const args = ['--budget', '30', '--policies', 'breadth-first', '--model', QUICK, '--data', data];
      const run = await gleaner(['demo', ...args]);
      expect([run.code, run.err]).toEqual([0, expect.stringContaining('Done in')]);
      expect(run.out).toMatch(/breadth-first +\d+ +[\d.]+% +[\d.]+%/);
      expect(run.out).toContain('Top domains of breadth-first');
      expect(run.out).toMatch(/\d+ relevant pages are in .*relevant-pages\.csv/);
    }, 300_000);

    it('starts again on the same folder, ends in order on Ctrl-C in the middle of a crawl, and leaves nothing running', async () => {
      let asked = false;
      const args = ['--budget', '1000', '--policies', 'random', '--model', QUICK, '--delay', '200', '--data', data];
      const run = await gleaner(['demo', ...args], (text, interrupt) => {
        if (asked || !/random: \d+ of 1000 pages/.test(text)) return;
        asked = true;
        interrupt();
      });
      expect([run.code, run.err]).toEqual([130, expect.stringContaining('gleaner: interrupted')]);
      expect(run.out).toBe('');
      const pids = [...readFileSync(path.join(data, 'service.log'), 'utf8').matchAll(/"pid":(\d+)/g)].map((match) =>
        Number(match[1]),
      );
      expect(pids.length).toBeGreaterThan(0);
      for (const pid of new Set(pids)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }, 300_000);
  });
