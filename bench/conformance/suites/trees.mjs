import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePage } from '../../../dist/domain/page/index.js';

export const about =
  'html5lib-tests: the folder tree-construction, its *.dat files; text and links of whole documents, with scripting';

const URL_OF_TESTS = 'http://site.example/';
/** Elements whose text is not part of a page's text. */
const SILENT = new Set(
  'script style template svg select datalist textarea iframe noembed noframes title canvas audio video noscript'.split(
    ' ',
  ),
);
const SECTION = /^#(?:data|errors|new-errors|document|document-fragment|script-on|script-off)$/;

function* tests(text) {
  let test = null;
  let section = '';
  for (const line of text.split('\n')) {
    if (SECTION.test(line) && (line === '#data' || test !== null)) {
      if (line === '#data') {
        if (test !== null) yield test;
        test = {};
      }
      section = line.slice(1);
      test[section] = [];
    } else test?.[section]?.push(line);
  }
  if (test !== null) yield test;
}

/** The expected text without white space, and links of a test's tree. */
function shownBy(lines) {
  let text = '';
  const links = new Set();
  /** Open elements by depth: whether their text is ignored, and whether they are in a template. */
  const open = [{ silent: false, inert: false }];
  let name = '';
  // Text may span lines: a line that begins no node belongs to the last one.
  const nodes = lines.join('\n').split(/^\| /m).slice(1);
  for (const node of nodes) {
    const depth = /^ */.exec(node)[0].length / 2;
    const rest = node.slice(depth * 2).replace(/\n+$/, '');
    const around = open[depth] ?? open.at(-1);
    if (rest.startsWith('"')) text += around.silent ? '' : rest.slice(1, -1);
    else if (rest.startsWith('<!') || rest.startsWith('<?')) continue;
    else if (rest.startsWith('<') || rest === 'content') {
      name = rest === 'content' ? rest : rest.slice(1, -1);
      const isClosed = name === 'dialog';
      open[depth + 1] = {
        silent: around.silent || isClosed || SILENT.has(name) || name === 'svg svg',
        inert: around.inert || name === 'template',
      };
    } else {
      const [, key, value] = /^(.*?)="(.*)"$/s.exec(rest) ?? [];
      if (key === 'hidden' || (key === 'open' && name === 'dialog')) around.silent = key === 'hidden';
      if (!/^(?:svg )?a$|^area$/.test(name) || !/^(?:xlink )?href$/.test(key ?? '') || around.inert) continue;
      if (URL.canParse(value, URL_OF_TESTS)) links.add(new URL(value, URL_OF_TESTS).href.replace(/#.*/s, ''));
    }
  }
  links.delete(URL_OF_TESTS);
  return { text: bare(text), links: [...links].filter((link) => /^https?:/.test(link)) };
}

const bare = (text) => text.replace(/[\s\0]/g, '');
const sorted = (text) => [...text].sort().join('');

function reasonOf(data, want, got) {
  if (sorted(want) === sorted(got)) return 'order: what a table has outside of its cells is read where it stands';
  if (/[\u0080-\u009f\ufffd]/.test(want)) return 'control characters are blanks';
  if (/<frameset/i.test(data)) return 'text beside frames is read, which browsers drop';
  if (/<math/i.test(data)) return 'MathML: sections of characters and SVG in annotations';
  return `${JSON.stringify(got)}, expected ${JSON.stringify(want)}`;
}

export async function* run(folder) {
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.dat')).sort()) {
    let no = 0;
    for (const test of tests(await readFile(join(folder, file), 'utf8'))) {
      no++;
      if (test['document-fragment'] !== undefined || test['script-off'] !== undefined) continue;
      const data = test.data.join('\n');
      const want = shownBy(test.document);
      const page = parsePage(data, URL_OF_TESTS);
      const got = { text: bare(page.text), links: page.links.map(({ url }) => url) };
      const lost = want.links.filter((link) => !got.links.includes(link));
      yield { id: `${file} ${no} links`, passed: lost.length === 0, reason: `without ${lost.join(' ')}` };
      yield { id: `${file} ${no} text`, passed: got.text === want.text, reason: reasonOf(data, want.text, got.text) };
    }
  }
}
