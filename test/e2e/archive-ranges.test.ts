import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A session whose archive has this many bytes in its first file; `grow` adds another one. */
async function archived(bytes: number) {
  const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 3, config: { archive: true } });
  const folder = join(service.config.ARCHIVE_DIR, sessionId);
  await mkdir(folder, { recursive: true });
  let content = Buffer.alloc(0);
  const grow = async (more: number): Promise<void> => {
    const part = randomBytes(more);
    await writeFile(join(folder, `gleaner-${sessionId}-0001-${content.length}.warc.gz`), part);
    content = Buffer.concat([content, part]);
  };
  await grow(bytes);
  const get = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}/v1/sessions/${sessionId}/export.warc.gz`, { headers });
    const { status } = response;
    return {
      status,
      tag: response.headers.get('etag') ?? '',
      range: response.headers.get('content-range'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  return { grow, get, content: () => content };
}

describe('a download of an archive that broke off', () => {
  it('resumes while the archive is the same', async () => {
    const { get, content } = await archived(100);
    const whole = await get();
    expect([whole.status, whole.bytes]).toEqual([200, content()]);
    const rest = await get({ range: 'bytes=60-', 'if-range': whole.tag });
    expect([rest.status, rest.range, rest.tag, rest.bytes]).toEqual([
      206,
      'bytes 60-99/100',
      whole.tag,
      content().subarray(60),
    ]);
  });

  // RFC 9110, 13.1.5: if the validator does not match, the Range is ignored and the whole current file is sent.
  it('begins again under If-Range once the archive has grown', async () => {
    const { get, grow, content } = await archived(100);
    const { tag } = await get();
    await grow(50);
    const again = await get({ range: 'bytes=60-', 'if-range': tag });
    expect([again.status, again.range, again.bytes]).toEqual([200, null, content()]);
    expect(again.tag).not.toBe(tag);
  });

  it.each([
    ['a weak tag', (tag: string) => `W/${tag}`],
    ['a date', () => 'Sun, 01 Nov 2026 12:00:00 GMT'],
  ])('begins again under %s, which does not match strongly', async (_, condition) => {
    const { get, content } = await archived(100);
    const again = await get({ range: 'bytes=60-', 'if-range': condition((await get()).tag) });
    expect([again.status, again.bytes]).toEqual([200, content()]);
  });

  // An archive grows only at its end: clients that know this need no condition.
  it('resumes without If-Range also when the archive has grown', async () => {
    const { get, grow, content } = await archived(100);
    await grow(50);
    const rest = await get({ range: 'bytes=60-' });
    expect([rest.status, rest.range, rest.bytes]).toEqual([206, 'bytes 60-149/150', content().subarray(60)]);
  });
});
