#!/usr/bin/env node
/**
 * The courses of a university: one site, a kind of page defined by a few examples, and an end as soon as searching on
 * no longer pays.
 *
 *   node examples/teams/university-courses.mjs --site university.example --keywords course,lecture,credits \
 *     --like https://university.example/c/101,… --unlike https://university.example/news,… --out courses.csv
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGleaner } from '#client'; // elsewhere: 'gleaner-client'

const { values } = parseArgs({
  options: {
    site: { type: 'string' },
    keywords: { type: 'string' },
    like: { type: 'string', default: '' },
    unlike: { type: 'string', default: '' },
    /** At most so many; the session ends before where fewer than one page in twenty is a course. */
    fetches: { type: 'string', default: '5000' },
    out: { type: 'string', default: 'courses.csv' },
  },
});
if (!values.site || !values.keywords) {
  process.stderr.write('usage: university-courses.mjs --site HOST --keywords WORD,… [--like URL,…] [--unlike URL,…]\n');
  process.exit(2);
}
const { GLEANER_URL: url = 'http://127.0.0.1:3000', GLEANER_KEY: key } = process.env;
const gleaner = createGleaner({ url, key });

const topic = await gleaner.post('/v1/topics', {
  body: {
    name: `courses of ${values.site} (${new Date().toISOString()})`,
    keywords: values.keywords.split(','),
    seeds: [`http://${values.site}/`],
  },
});
const urls = (list) => list.split(',').filter(Boolean);
const examples = [
  ...urls(values.like).map((one) => ({ url: one, relevant: true })),
  ...urls(values.unlike).map((one) => ({ url: one, relevant: false })),
];
if (examples.length > 0) await gleaner.importExamples(topic.id, examples);
const { id } = await gleaner.post('/v1/topics/{id}/sessions', {
  params: { path: { id: topic.id } },
  body: {
    budget: { fetches: Number(values.fetches) },
    saturation: { window: 100, minHarvestRate: 0.05 },
    domainCap: 'unlimited',
    scope: { allowHosts: [values.site] },
  },
});
const session = await gleaner.waitForSession(id, {
  onProgress: ({ fetched, relevant }) => process.stderr.write(`${fetched} fetched, ${relevant} courses\n`),
});
const csv = await gleaner.download('/v1/sessions/{id}/pages/export', {
  params: { path: { id }, query: { format: 'csv', relevant: true } },
});
await pipeline(csv, createWriteStream(values.out));
process.stdout.write(
  `${session.state} by ${session.stateReason}: ${session.relevant} of ${session.fetched} pages are courses, in ${values.out}\n`,
);
