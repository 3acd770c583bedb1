import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadConfig } from '../../../platform/config/index.js';
import { WebLibrary } from './web-library.js';

let root: string;
let library: WebLibrary;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gleaner-webs-'));
  const folder = join(root, 'webs');
  for (const name of ['webs', 'webs/pages', 'webs/folder.warc', 'webs/empty', 'outside', 'webs/.hidden'])
    mkdirSync(join(root, name));
  for (const name of ['secret.warc', 'outside/a.warc', 'webs/good.warc', 'webs/pages/a.warc', 'webs/__proto__.warc'])
    writeFileSync(join(root, name), '');
  writeFileSync(join(folder, '.hidden/a.warc'), '');
  writeFileSync(join(folder, 'notes.txt'), '');
  symlinkSync('loop.warc', join(folder, 'loop.warc'));
  symlinkSync('nowhere', join(folder, 'broken.warc'));
  symlinkSync('/dev/zero', join(folder, 'device.warc'));
  symlinkSync('good.warc', join(folder, 'linked.warc'));
  execFileSync('mkfifo', [join(folder, 'pipe.warc'), join(folder, 'good.labels.tsv')]);
  library = new WebLibrary({ ...loadConfig({}), RECORDED_WEBS_DIR: folder });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a library of recorded webs', () => {
  it('has the plain files and folders of its folder, also by links that the operator made, and nothing that never ends', async () => {
    // A web whose labels are a pipe is omitted.
    const names = (await library.list()).map(({ name }) => name);
    expect(names.sort()).toEqual(['__proto__', 'linked', 'pages']);
  });

  it.each([
    '',
    '.',
    '..',
    '../secret',
    '../secret.warc',
    '../outside',
    '..\\secret',
    '%2e%2e/secret',
    './linked',
    'pages/../linked',
    'pages/a',
    'linked.warc',
    'linked\0',
    'linked\0.warc',
    '\0',
    'linked/',
    ' linked',
    'LINKED',
    '.hidden',
    '/etc/passwd',
    'file:///etc/passwd',
    'constructor',
    'hasOwnProperty',
  ])('has none of the name %j', async (name) => {
    expect(await library.find(name)).toBeNull();
    await expect(library.open(name, new AbortController().signal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has none that is named by its path', async () => {
    for (const path of [join(root, 'webs/linked.warc'), join(root, 'secret.warc'), `../${basename(root)}/webs/linked`])
      expect(await library.find(path)).toBeNull();
  });
});
