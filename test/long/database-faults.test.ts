import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fillDisk } from '../../bench/faults/fill-disk.mjs';
import { violationsOf } from '../../bench/faults/invariants.mjs';
import { queueSession } from '../support/crawl-session.js';
import { CrawlUnderFaults, describeDatabaseFaults, until } from '../support/database-faults.js';
import { testFolder } from '../support/database.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';

describeDatabaseFaults({ role: 'worker', kills: 20, terminations: 50, budget: 2_000 });
describeDatabaseFaults({ role: 'all', kills: 20, terminations: 50, budget: 2_000 });

/** Room for a cluster with its log; little enough to be filled in a moment. */
const DISK = '700m';

/** A disk of its own: a small tmpfs, where this process may mount one. */
function mountDisk(): string | null {
  const folder = fs.mkdtempSync(path.join(testFolder(), 'disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'pipe' });
    return folder;
  } catch {
    return null;
  }
}

/** What the server answers on a full disk, for places where none can be made: each commit with pages fails with SQLSTATE 53100. */
const REFUSE = `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'no room'; END $$;
  CREATE TRIGGER no_room BEFORE INSERT ON pages FOR EACH STATEMENT EXECUTE FUNCTION no_room()`;
const ALLOW = 'DROP TRIGGER no_room ON pages; DROP FUNCTION no_room()';

describe('a full disk', () => {
  const disk = mountDisk();
  // Said in the name of the test: whoever reads the report knows which fault it was.
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
      // Long enough for several attempts that fail.
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
