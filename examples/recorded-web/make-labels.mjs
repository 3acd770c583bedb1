#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/**
 * Labels the pages of a recording of one's own by rules, and prints them as `gleaner lab --labels` reads them. A rule
 * is a label and a regular expression; it is looked for in the address, and in title and text of a page, whatever the
 * case. Pages that no rule fits get the label "other", so that a model can be shown what is not relevant.
 *
 *   node examples/recorded-web/make-labels.mjs web.warc.gz \
 *     'recipe=/recipes?/' 'cheese=\b(cheddar|brie|curd)\b' > labels.tsv
 *
 * Look at some pages of each label before you trust it, and correct the lines that are wrong: what the lab measures is
 * no truer than its labels.
 */
const [file, ...rules] = process.argv.slice(2);
const labels = rules.map((rule) => {
  const [, label, pattern] = /^([^=,\t]+)=(.+)$/.exec(rule) ?? [];
  if (label === undefined) throw new Error(`${rule} is no rule: expected LABEL=PATTERN`);
  return { label, pattern: new RegExp(pattern, 'imu') };
});
if (file === undefined || labels.length === 0)
  throw new Error('expected a WARC file and one or several rules, LABEL=PATTERN');

/** Records of a WARC file (ISO 28500): headers, and as many bytes as Content-Length says. */
async function* recordsOf(path) {
  const bytes = createReadStream(path);
  let left = Buffer.alloc(0);
  for await (const chunk of path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes) {
    left = Buffer.concat([left, chunk]);
    for (let end = left.indexOf('\r\n\r\n'); end >= 0; end = left.indexOf('\r\n\r\n')) {
      const head = left.toString('utf8', 0, end);
      const length = Number(/^content-length:\s*(\d+)/im.exec(head)?.[1] ?? 0);
      if (left.length < end + 4 + length + 4) break;
      yield { head, block: left.subarray(end + 4, end + 4 + length) };
      left = left.subarray(end + 4 + length + 4);
    }
  }
}

/** Title and text of a page, without its links: menus name what other pages are about. */
const textOf = (html) =>
  html
    .replace(/<(script|style|a)\b[^]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const done = new Set();
process.stdout.write('url\tlabels\n');
for await (const { head, block } of recordsOf(file)) {
  const url = /^warc-target-uri:\s*<?([^\s>]+)/im.exec(head)?.[1];
  if (!/^warc-type:\s*response/im.test(head) || url === undefined || done.has(url)) continue;
  const split = block.indexOf('\r\n\r\n');
  const http = block.toString('latin1', 0, split);
  if (!/^HTTP\/\S+ 200\b/.test(http) || !/^content-type:\s*(text\/html|application\/xhtml)/im.test(http)) continue;
  done.add(url);
  const page = `${url}\n${textOf(block.toString('utf8', split + 4))}`;
  const found = labels.filter(({ pattern }) => pattern.test(page)).map(({ label }) => label);
  process.stdout.write(`${url}\t${found.join(',') || 'other'}\n`);
}
