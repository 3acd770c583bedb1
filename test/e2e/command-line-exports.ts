import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { StoredExport } from '../../clients/typescript/src/index.js';
import { type CommandRun, runCommand } from '../support/command.js';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.js';
import { type CommandService, KEY } from './command-line-service.js';
import { sql } from './sessions-client.js';

const rowsIn = <T>(lines: string): T[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const probabilitiesIn = (lines: string): number[] =>
  rowsIn<{ probability: number }>(lines).map(({ probability }) => probability);

/** Exports. Those of archives and stored ones resume broken downloads. */
export function describeExports(of: () => CommandService, folder: () => string): void {
  const inFolder = (name: string): string => path.join(folder(), name);
  const exported = (...args: string[]): Promise<CommandRun> => of().command(['export', ...args]);

  describe('exports', () => {
    it('go to files, and an archive from where an earlier export ended', async () => {
      const { session, service } = of();
      const csv = inFolder('domains.csv');
      expect((await exported('domains', session.id, '--format', 'csv', '--out', csv)).code).toBe(0);
      expect(readFileSync(csv, 'utf8')).toMatch(/^\S*name/);
      const nowhere = inFolder('missing/domains.csv');
      expect(await exported('domains', session.id, '--out', nowhere)).toMatchObject({
        ...{ code: 2, err: `gleaner: --out: the folder of ${nowhere} does not exist\n` },
      });
      const lines = (await exported('pages', session.id)).out.trim().split('\n');
      expect(lines).toHaveLength(45);
      const sorted = (await exported('pages', session.id, '--sort', 'probability', '--order', 'asc')).out;
      const values = probabilitiesIn(sorted);
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(values).not.toEqual(probabilitiesIn(lines.join('\n')));
      const ofTopic = ['collection', 'export', 'domains', of().topicId, '--sort', 'ledTo', '--order', 'asc'];
      expect(await of().command(ofTopic)).toMatchObject({ code: 0, err: '' });
      const stored = inFolder('stored.jsonl');
      const order = ['--sort', 'name', '--order', 'desc', '--stored', '--out', stored];
      expect((await exported('domains', session.id, ...order)).code).toBe(0);
      const names = rowsIn<{ name: string }>(readFileSync(stored, 'utf8')).map(({ name }) => name);
      expect(names).toEqual([...names].sort().reverse());

      const settings = JSON.stringify({ hostDelayMs: 0, robots: false, known: 'skip', budget: { relevantPages: 12 } });
      const unarchived = await of().command(['sessions', 'start', of().topicId, '--settings', settings, '--wait']);
      expect(unarchived.err).toMatch(/^\S+: \d+ fetches, [\d.]+% relevant/m);
      expect(unarchived.out).toMatch(/^known pages +0 reused, \d+ skipped, without a fetch$/m);
      const kept = await of().command(['collection', 'export', 'wacz', of().topicId, '--out', inFolder('kept.wacz')]);
      expect(kept.err).toMatch(/^left out: \d+ pages that no session has archived$/m);

      const file = inFolder('all.warc.gz');
      expect((await exported('archive', session.id, '--out', file)).code).toBe(0);
      const whole = readFileSync(file);
      expect(gunzipSync(whole).toString('latin1')).toContain('WARC/1.');
      const again = inFolder('again.warc.gz');
      const tag = (
        await fetch(`${service.url}/v1/sessions/${session.id}/export.warc.gz`, {
          headers: { authorization: `Bearer ${KEY}` },
        })
      ).headers.get('etag');
      const leave = (bytes: Buffer, etag: string | null): void => {
        writeFileSync(`${again}.part`, bytes);
        writeFileSync(`${again}.part.etag`, etag ?? '');
      };
      leave(whole.subarray(0, 1_000), tag);
      const resume = ['warc', session.id, '--out', again, '--resume'];
      expect((await exported(...resume)).code).toBe(0);
      expect(readFileSync(again).equals(whole)).toBe(true);
      // All bytes were there, only the name was missing.
      leave(whole, tag);
      expect((await exported(...resume)).code).toBe(0);
      expect([readFileSync(again).equals(whole), existsSync(`${again}.part`)]).toEqual([true, false]);
      // A part of another archive is no beginning, nor is more than the whole.
      for (const [bytes, etag] of [
        [Buffer.from('other'), '"other"'],
        [Buffer.concat([whole, whole]), tag],
      ] as const) {
        leave(bytes, etag);
        expect((await exported(...resume)).code).toBe(0);
        expect(readFileSync(again).equals(whole)).toBe(true);
      }
    });

    describe('over a network that loses connections', () => {
      let proxy: CuttingProxy;
      beforeAll(async () => {
        proxy = await startCuttingProxy(of().service.url);
      });
      afterAll(() => proxy.close());
      const over = (...args: string[]): Promise<CommandRun> =>
        runCommand(['export', ...args, '--url', proxy.url, '--key', KEY]);
      const stored = (): Promise<StoredExport[]> => of().json<StoredExport[]>('exports', 'list', of().session.id);

      it('resume where they broke off, and leave nothing behind', async () => {
        const { session } = of();
        for (const [what, file, sent] of [
          ['pages', inFolder('pages.jsonl'), /\/file$/],
          ['archive', inFolder('whole.warc.gz'), /\.warc\.gz$/],
        ] as const) {
          proxy.cut(sent, `${file}.part`, 100, 200);
          const args = what === 'pages' ? ['--stored', '--relevant'] : [];
          const ran = await over(what, session.id, ...args, '--out', file);
          expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('after 100 bytes: continuing') as string });
          expect(proxy.asked.map(({ range }) => range)).toEqual([undefined, 'bytes=100-', 'bytes=300-']);
        }
        const { out } = await exported('pages', session.id, '--relevant');
        expect(readFileSync(inFolder('pages.jsonl'), 'utf8')).toBe(out);
        expect(readFileSync(inFolder('whole.warc.gz')).equals(readFileSync(inFolder('all.warc.gz')))).toBe(true);
        expect(
          ['.part', '.part.etag', '.part.export'].filter((end) => existsSync(inFolder(`pages.jsonl${end}`))),
        ).toEqual([]);
        expect(await stored()).toEqual([]);
      });

      it('wait for a service that goes away, and are resumed by another call, for the same file', async () => {
        const { session } = of();
        const file = inFolder('links.csv');
        const args = ['links', session.id, '--format', 'csv', '--out', file];
        // More attempts than one call makes.
        proxy.cut(/\/file$/, `${file}.part`, 50, 0, 0, 0, 0, 0);
        const waited = await over(...args, '--stored', '--keep');
        expect([waited.code, waited.err.match(/waiting for it/g)?.length]).toEqual([0, 1]);
        const [made] = await stored();
        const answer = await fetch(`${of().service.url}/v1/exports/${made.id}/file`, {
          headers: { authorization: `Bearer ${KEY}` },
        });
        writeFileSync(`${file}.part`, readFileSync(file).subarray(0, 50));
        writeFileSync(`${file}.part.etag`, answer.headers.get('etag') ?? '');
        writeFileSync(`${file}.part.export`, made.id);
        await answer.body?.cancel();
        // One that has not begun ends at once.
        proxy.cut(/\/file$/, `${file}.part`, 0, 0, 0, 0);
        expect(await over(...args, '--resume')).toMatchObject({
          ...{ code: 5, err: expect.stringMatching(/50 bytes were downloaded; --resume continues/) as string },
        });
        proxy.cut(/\/file$/, `${file}.part`);
        expect(await over(...args, '--resume', '--keep')).toMatchObject({ code: 0 });
        expect(proxy.asked.map(({ range }) => range)).toEqual(['bytes=50-']);
        expect(readFileSync(file, 'utf8')).toBe((await exported('links', session.id, '--format', 'csv')).out);
        // The same for later calls.
        const second = inFolder('second.csv');
        expect((await of().command(['exports', 'download', made.id, '--out', second])).code).toBe(0);
        expect(readFileSync(second, 'utf8')).toBe(readFileSync(file, 'utf8'));
        // Another filter means another file.
        writeFileSync(`${file}.part.export`, made.id);
        expect((await over('pages', session.id, '--out', file, '--resume')).code).toBe(0);
        expect(readFileSync(file, 'utf8')).toBe((await exported('pages', session.id)).out);
        expect((await of().command(['exports', 'show', made.id])).out).toMatch(/^query +format=csv$/m);
        expect((await of().command(['exports', 'delete', made.id])).code).toBe(0);
        expect(await stored()).toEqual([]);
      });
    });

    it('that are large are made first, unless the key may only read', async () => {
      const { session, service } = of();
      const file = inFolder('large.jsonl');
      const size = (fetched: number): Promise<unknown> =>
        sql(service.databaseUrl, 'UPDATE sessions SET fetched = $2 WHERE id = $1', [session.id, fetched]);
      await size(10_000);
      const args = ['export', 'pages', session.id, '--out', file];
      expect((await of().command(args)).err).toContain('the service makes the file');
      expect((await of().command([...args, '--no-stored'])).err).toBe(`written to ${file}\n`);
      const reader = (await of().command(['keys', 'create', 'reader'])).out.trim();
      expect(await of().command(args, null, reader)).toMatchObject({
        ...{
          code: 0,
          err: expect.stringMatching(/^the service makes the file while it is sent: .*FORBIDDEN/) as string,
        },
      });
      await size(45);
      // The remains of a direct export are no part of a stored one.
      writeFileSync(`${file}.part`, 'torn');
      expect(await of().command([...args, '--resume'], null, reader)).toMatchObject({ code: 0 });
      expect(readFileSync(file, 'utf8')).toBe((await exported('pages', session.id)).out);
      expect((await of().command(args)).err).toBe(`written to ${file}\n`);
    });

    it.each([
      ['--stored without a file', ['pages', '--stored'], /--stored: expected with --out/],
      ['--resume without a file', ['pages', '--resume'], /--resume: expected with --out/],
      ['--resume of what is sent at once', ['pages', '--resume', '--no-stored', '--out', 'x'], /with a stored export/],
      ['--keep of what is not stored', ['pages', '--keep', '--no-stored', '--out', 'x'], /--keep: expected with/],
    ])('%s is refused', async (_name, [what, ...args], said) => {
      expect(await exported(what, of().session.id, ...args)).toMatchObject({
        code: 2,
        err: expect.stringMatching(said) as string,
      });
    });
  });
}
