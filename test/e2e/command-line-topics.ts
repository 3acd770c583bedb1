import { type CommandService, UNKNOWN } from './command-line-service.js';
import { sql } from './sessions-client.js';

/** Commands for recurring work on a topic: seeds, the labeller, monitors, schedules. */
export function describeTopics(of: () => CommandService): void {
  const run = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await of().command(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${err}`);
    return out.trim();
  };

  describe('seeds', () => {
    it('may have commas in their addresses', async () => {
      const seeds = ['https://a.example/story,1518,00.html?q=a,b', 'https://b.example/'];
      const made = await of().json<{ id: string; seeds: string[] }>(
        'topics',
        'create',
        'x',
        '--seeds',
        seeds.join(','),
      );
      expect(made.seeds).toEqual(seeds);
      await run('topics', 'delete', made.id);
    });

    it('are suggested, accepted and rejected, and report their results', async () => {
      const { topicId, session } = of();
      const suggested = await run('seeds', 'suggest', topicId, '--no-read', '--most', '5', '--wait');
      expect(suggested).toMatch(/^\d+ URLs found, [1-9]\d* candidates/);
      const [first, second] = await of().json<{ id: string; url: string }[]>('seeds', 'list', topicId);
      expect(await run('seeds', 'accept', topicId, first.id)).toMatch(/^1 accepted, 0 rejected, .* has 4 seeds$/);
      expect(await run('seeds', 'reject', topicId, first.id, second.url)).toMatch(/^0 accepted, 2 rejected/);
      expect(await run('seeds', 'list', topicId, '--state', 'rejected')).toContain(second.url);
      expect(await run('seeds', 'list', topicId, '--state', 'accepted')).toContain('No candidates');
      expect(await run('seeds', 'outcomes', session.id)).toMatch(/^http\S+ +yes +page +200 +\d+$/m);
    });
  });

  describe('the labeller', () => {
    it('is shown, labels pages, and is compared with people', async () => {
      const { topicId } = of();
      expect(await run('labeller', 'show', topicId)).toMatch(/^calls today +0 of \d+$/m);
      const ran = await run('labeller', 'run', topicId, '--calls', '4', '--compare', '20', '--wait');
      expect(ran).toMatch(/^calls +4$/m);
      expect(ran).toMatch(/^stand-in:1b +too-few +\d+ /m);
      expect(of().labelled).toHaveLength(4);
      const labels = await of().json<{ relevant: boolean }[]>('labeller', 'labels', topicId, '--relevant');
      expect(labels.every(({ relevant }) => relevant)).toBe(true);
      expect(await run('labeller', 'labels', topicId)).toMatch(/It is( not)?\. +stand-in:1b$/m);
      expect(await run('labeller', 'show', topicId)).toMatch(/^stand-in:1b +too-few/m);
    });
  });

  describe('session templates', () => {
    it('are created, shown, changed, used by sessions and schedules, and deleted', async () => {
      const { topicId } = of();
      expect(await run('templates', 'list')).toMatch(/^No session templates/);
      const made = await of().json<{ id: string; settings: object }>(
        ...[
          'templates',
          'create',
          'slow',
          '--budget',
          '7',
          '--policy',
          'best-first',
          '--settings',
          '{"hostDelayMs": 5}',
        ],
      );
      expect(made.settings).toEqual({ budget: { fetches: 7 }, policy: 'best-first', hostDelayMs: 5 });
      expect(await run('templates', 'update', made.id, '--name', 'slower')).toMatch(/^name +slower$/m);
      expect(await run('templates', 'list')).toMatch(/^slower .*best-first.*"hostDelayMs":5/m);
      const session = [
        'sessions',
        'start',
        topicId,
        '--template',
        made.id,
        '--settings',
        '{"hostDelayMs": 0}',
        '--wait',
      ];
      expect(await of().json<object>(...session)).toMatchObject({
        ...{ policy: 'best-first', config: { budget: { fetches: 7 }, hostDelayMs: 0 } },
      });
      const schedule = ['schedules', 'create', 'slow', '0 0 1 1 *', '--topic', topicId, '--template', made.id];
      const { id, action } = await of().json<{ id: string; action: object }>(...schedule);
      expect(action).toMatchObject({ session: { policy: 'best-first', config: { hostDelayMs: 5 } } });
      await run('schedules', 'delete', id);
      const replaced = await of().json<{ settings: object }>('templates', 'update', made.id, '--budget', '9');
      expect(replaced.settings).toEqual({ budget: { fetches: 9 } });
      await run('templates', 'delete', made.id);
      expect(await run('templates', 'list')).toMatch(/^No session templates/);
    });
  });

  describe('monitors and schedules', () => {
    let monitorId: string;
    it('watch pages, and tell how their texts have changed', async () => {
      const { topicId, session, additions } = of();
      const settings = ['--session', session.id, '--fetches', '10', '--new-share', '0', '--no-ignore-numbers'];
      ({ id: monitorId } = await of().json<{ id: string }>('monitors', 'create', topicId, 'cheese', ...settings));
      const pages = await of().json<{ url: string }[]>('monitors', 'pages', monitorId);
      expect(pages.length).toBeGreaterThan(5);
      for (const { url } of pages) additions.set(url, 'Rennet is out of stock.');
      const ran = await run('monitors', 'run', monitorId, '--all', '--wait');
      expect(ran).toMatch(/^state +completed$/m);
      expect(ran).toMatch(/^seen +[1-9]\d* checked: [1-9]\d* changed/m);
      expect(await run('monitors', 'runs', monitorId)).toMatch(/ completed /);
      expect(await run('monitors', 'changes', monitorId, '--kind', 'changed')).toMatch(/^changed +\d{4}-.* http/m);
      expect(await run('monitors', 'changes', monitorId, '--difference')).toMatch(/^\+.*Rennet is out of stock\./m);
      expect(await run('monitors', 'changes', monitorId, '--kind', 'gone')).toBe('No changes');
      expect(await run('monitors', 'changes', monitorId, '--since', '2099-01-01')).toBe('No changes');
    });

    it('have a feed by a token, and are changed', async () => {
      const token = await run('monitors', 'feed-token', monitorId);
      const feed = `${of().service.url}/v1/monitors/${monitorId}/feed.json?token=${token}`;
      expect((await fetch(feed)).status).toBe(200);
      await run('monitors', 'feed-token', monitorId, '--revoke');
      expect((await fetch(feed)).status).toBe(401);
      expect(await run('monitors', 'update', monitorId, '--name', 'blue cheese', '--keep-runs', '2')).toMatch(
        /^runs kept +2$/m,
      );
      expect(await run('monitors', 'list')).toMatch(/^blue cheese +poisson/m);
    });

    it('are started by the calendar', async () => {
      const { topicId } = of();
      // On the first of January: not during this test.
      const made = await of().json<{ id: string }>(
        ...['schedules', 'create', 'news', '0 0 1 1 *', '--topic', topicId, '--budget', '20'],
        ...['--settings', '{"trackChanges": true}', '--missed', 'skip', '--time-zone', 'Europe/Berlin'],
      );
      expect(made).toMatchObject({
        ...{ timeZone: 'Europe/Berlin', missed: 'skip' },
        action: { session: { topicId, config: { trackChanges: true, budget: { fetches: 20 } } } },
      });
      expect((await run('schedules', 'next', made.id, '--count', '2')).split('\n')).toEqual([
        expect.stringMatching(/^\d{4}-12-31 23:00 UTC$/),
        expect.stringMatching(/^\d{4}-12-31 23:00 UTC$/),
      ]);
      expect(await run('schedules', 'next', '--cron', '30 6 29 2 *', '--count', '1')).toMatch(
        /^\d{4}-02-29 06:30 UTC$/,
      );
      expect(await run('schedules', 'pause', made.id)).toMatch(/^state +paused by user$/m);
      expect(await run('schedules', 'resume', made.id)).toMatch(/^due next +\d{4}-12-31 23:00 UTC$/m);
      expect(await run('schedules', 'runs', made.id)).toBe('Nothing was due yet');
      const run1 =
        "INSERT INTO schedule_runs (id, schedule_id, due_at, due_until, state, error) VALUES ($2, $1, now(), now(), 'FAILED', 'gone')";
      await sql(of().service.databaseUrl, run1, [made.id, UNKNOWN]);
      expect(await run('schedules', 'runs', made.id, '--state', 'failed')).toMatch(/ failed +1 +- +gone$/m);
      const changed = ['schedules', 'update', made.id, '--monitor', monitorId, '--name', 'looks', '--overlap', 'queue'];
      expect(await run(...changed)).toMatch(new RegExp(`^what +monitor ${monitorId}$`, 'm'));
      expect(await run('schedules', 'list')).toMatch(/^looks +0 0 1 1 \* +Europe\/Berlin +monitor/m);
      await run('schedules', 'delete', made.id);
      expect(await run('schedules', 'list')).toContain('No schedules');
      await run('monitors', 'delete', monitorId);
      expect(await of().command(['monitors', 'show', monitorId])).toMatchObject({ code: 3 });
    });

    it.each([
      ['neither topic nor monitor', ['create', 'x', '@daily'], /expected --topic or --monitor/],
      ['both', ['create', 'x', '@daily', '--topic', UNKNOWN, '--monitor', UNKNOWN], /cannot be used with/],
      ['a budget of a monitor', ['create', 'x', '@daily', '--monitor', UNKNOWN, '--budget', '5'], /are for --topic/],
      ['no expression', ['next'], /expected a schedule, or --cron/],
      ['a wrong expression', ['next', '--cron', '61 * * * *'], /\(field cron\)/],
    ])('%s is refused', async (_name, args, said) => {
      expect(await of().command(['schedules', ...args])).toMatchObject({
        code: 2,
        err: expect.stringMatching(said) as string,
      });
    });
  });
}
