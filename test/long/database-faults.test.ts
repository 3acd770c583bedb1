import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fillDisk } from '../../bench/faults/fill-disk.mjs';
import { violationsOf } from '../../bench/faults/invariants.mjs';
import { compiledProduct } from '../support/build.js';
import { queueSession } from '../support/crawl-session.js';
import { CrawlUnderFaults, describeDatabaseFaults, until } from '../support/database-faults.js';
import { testFolder } from '../support/database.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { killRest, Service } from '../support/service-processes.js';
import { serveWeb, siteUrl } from '../upgrade/web.mjs';

describeDatabaseFaults({ role: 'worker', kills: 20, terminations: 50, budget: 2_000 });
describeDatabaseFaults({ role: 'all', kills: 20, terminations: 50, budget: 2_000 });

/** Room for a cluster with its log; small enough to fill quickly. */
const DISK = '700m';

/** A separate disk: a small tmpfs, if this process may mount one. */
function mountDisk(): string | null {
  const folder = fs.mkdtempSync(path.join(testFolder(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch {
    return null;
  }
}

/** The server's behaviour on a full disk, if none can be mounted: each commit with pages fails with SQLSTATE 53100. */
const REFUSE = `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no room'; END $$;
  CREATE TRIGGER no_room BEFORE INSERT ON pages FOR EACH STATEMENT EXECUTE FUNCTION no_room()`;
const ALLOW = 'DROP TRIGGER no_room ON pages; DROP FUNCTION no_room()';

describe('a full disk', () => {
  const disk = mountDisk();
  // In the name of the test, so that reports show which fault it was.
  const fault =
    disk === null
      ? 'the server refuses to write for want of room (a tmpfs cannot be mounted here)'
      : `a tmpfs of ${DISK} with the cluster is filled and freed`;
  afterAll(() => {
    if (disk !== null) execFileSync('umount', ['-l', disk]);
  });

  it(`is waited for: ${fault}`, async () => {
    const web = createRandomWeb({ sites: 24, pagesPerSite: 100, linksPerPage: 12 });
    const server = await serveRandomWeb(web, 15);
    const crawl = await CrawlUnderFaults.start('worker', server.port, disk ?? undefined);
    try {
      const id = await crawl.withClient((client) =>
        queueSession(client, web, 'tres', {
          budget: { fetches: 800 },
          concurrency: 6,
          hostConcurrency: 2,
          hostDelayMs: 0,
          robots: false,
          domainCap: 400,
        }),
      );
      const session = async (): Promise<{ state: string; completed: number }> =>
        (
          await crawl.query<{ state: string; completed: number }>(
            'SELECT state, completed FROM sessions WHERE id = $1',
            [id],
          )
        )[0];
      await until(
        async () => (await session()).completed > 50,
        () => 'the first pages',
        120_000,
      );
      if (disk === null) await crawl.query(REFUSE);
      else fillDisk(path.join(disk, 'ballast'));
      const said = (): boolean =>
        crawl.log.includes('53100') ||
        /No space left|no room/.test(crawl.log) ||
        fs.readFileSync(path.join(crawl.dataDir, 'pg.log'), 'utf8').includes('No space left');
      await until(said, () => 'the want of room', 60_000);
      // Long enough for several failing attempts.
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      if (disk === null) await crawl.query(ALLOW);
      else fs.rmSync(path.join(disk, 'ballast'));
      await until(
        async () => ['COMPLETED', 'FAILED'].includes((await session()).state),
        () => `the end of the session\n${crawl.log.slice(-4_000)}`,
        180_000,
      );

      expect(await crawl.withClient((client) => violationsOf(client, id))).toEqual([]);
      expect((await session()).state).toBe('COMPLETED');
      const outages = await crawl.outages();
      expect(Math.max(...outages.map(({ seconds }) => seconds))).toBeGreaterThan(5);
      expect(crawl.running).toBe(true);
      expect(await crawl.end()).toBe(0);
    } finally {
      await crawl.end();
      await server.close();
    }
  }, 480_000);
});

describe('the disk of the database that the service starts itself', () => {
  const disk = mountDisk();
  const test = disk === null ? it.skip : it;
  /** On so small a disk the reserve is a twentieth, whatever is set. */
  const SHARE_LEFT = 0.04;
  afterAll(() => {
    killRest();
    if (disk !== null) execFileSync('umount', ['-l', disk]);
  });

  test('is nearly full: sessions wait before PostgreSQL fails, and continue by themselves', async () => {
    // Room is checked every two seconds: the session has not ended by then.
    const web = await serveWeb(300);
    const dataDir = path.join(disk ?? '', 'data');
    fs.mkdirSync(dataDir, { mode: 0o711 });
    const ballast = path.join(disk ?? '', 'ballast');
    const service = Service.start(compiledProduct(), {
      DATA_DIR: dataDir,
      CRAWL_PROXY_URL: web.url,
      CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
      CRAWL_ALLOWED_PORTS: 'any',
      COMMIT_INTERVAL_MS: '50',
    });
    const url = String((await service.line('listening'))['url']);
    const { call, until: untilOf } = restCalls(() => url, 240_000);
    const server = fs.readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n', 1)[0];
    interface Session {
      readonly state: string;
      readonly waitingFor: string | null;
      readonly fetched: number;
      readonly failed: number;
    }
    const { id: topicId } = await call<{ id: string }>('POST', '/topics', {
      ...{ name: 'cheese', keywords: ['cheese'], seeds: [siteUrl(0), siteUrl(1), siteUrl(2)] },
    });
    const input = { policy: 'breadth-first', budget: { fetches: 250 }, hostDelayMs: 0, robots: false, eagerness: 1 };
    const { id } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, { ...input, concurrency: 4 });
    const ended = ({ state }: Session): boolean => ['completed', 'failed'].includes(state);
    await untilOf<Session>(`/sessions/${id}`, (session) => session.fetched >= 20 || ended(session));

    // Less than the reserve is left: nothing has failed yet.
    const { bavail, blocks, bsize } = fs.statfsSync(disk ?? '');
    fs.writeFileSync(ballast, Buffer.alloc(Math.floor((bavail - SHARE_LEFT * blocks) * bsize), 1));
    const waits = { state: 'queued', waitingFor: 'database-full' };
    const first = await untilOf<Session>(
      `/sessions/${id}`,
      ({ waitingFor, state }) => waitingFor !== null || ended({ state } as Session),
    );
    expect(first).toMatchObject(waits);
    const failures = (): string[] => service.log.split('\n').filter((line) => /"53100"|No space left/.test(line));
    expect(failures()).toEqual([]);
    fs.rmSync(ballast);
    await untilOf<Session>(`/sessions/${id}`, (session) => session.fetched >= first.fetched + 20 || ended(session));

    web.delayMs = 5;
    const end = await untilOf<Session>(`/sessions/${id}`, ended);
    expect(end).toMatchObject({ state: 'completed', waitingFor: null });
    expect(end.fetched + end.failed).toBe(input.budget.fetches);
    const { items: events } = await call<{ items: { kind: string; details: { reason?: string } | null }[] }>(
      'GET',
      `/sessions/${id}/events?first=100`,
    );
    const reasons = events.flatMap(({ kind, details }) => (kind === 'released' ? [details?.reason] : []));
    expect(reasons).toEqual(['database-full']);
    expect(failures()).toEqual([]);
    expect(events.map(({ kind }) => kind)).toContain('database-full');
    // The server has not been restarted.
    expect(fs.readFileSync(path.join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n', 1)[0]).toBe(server);
    expect(await service.end('SIGTERM')).toBe(0);
    await web.close();
  }, 480_000);
});
