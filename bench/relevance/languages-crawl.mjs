/**
 * A crawl of a web in six languages by the default policy, beside best-first: each language is a site with the same
 * pages. Measures the share of reachable topic pages found in each language.
 *
 * usage: npm run build && node bench/relevance/languages-crawl.mjs --help-pages FOLDER
 *     [--languages en-US,de,ru,ja,zh-CN,ko] [--topic schart] [--policies prospector,best-first]
 *          [--budgets 300,600,1200] [--runs 3]
 *
 * FOLDER: see languages.mjs. The crawler has the topic's keywords in all languages, and as seeds the first page of each
 * language's word processor; `--positives` and `--negatives` draw pages of any language as examples.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { findPolicy } from '../../dist/domain/policies/index.js';
import { defaultKind, trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { sessionConfigSchema } from '../../dist/domain/session/index.js';
import { LAB_SESSION } from '../../dist/modules/research/lab/lab-topic.js';
import { openRecordedLab } from '../../dist/modules/research/lab/lab-web.js';
import { runPolicy } from '../../dist/modules/research/lab/run-policy.js';
import { backgroundIn, backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { keyword } from './kinds.mjs';

const { values } = parseArgs({
  options: {
    'help-pages': { type: 'string' },
    languages: { type: 'string', default: 'en-US,de,ru,ja,zh-CN,ko' },
    topic: { type: 'string', default: 'schart' },
    policies: { type: 'string', default: 'prospector,best-first' },
    budgets: { type: 'string', default: '300,600,1200' },
    positives: { type: 'string', default: '0' },
    negatives: { type: 'string', default: '0' },
    runs: { type: 'string', default: '3' },
  },
});
if (!values['help-pages']) throw new Error('--help-pages is missing: the folder that the packages were unpacked into');
const keywords = JSON.parse(readFileSync(join(import.meta.dirname, 'languages.json'), 'utf8'))[values.topic];
const languages = values.languages.split(',');
const budgets = values.budgets.split(',').map(Number);
const root = join(values['help-pages'], 'usr/share/libreoffice/help');
const BACKGROUND = 1_000;

const hostOf = (language) => `${language.toLowerCase()}.example`;
const files = new Map();
for (const language of languages)
  for (const file of readdirSync(join(root, language, 'text'), { recursive: true }).filter((name) =>
    name.endsWith('.html'),
  ))
    files.set(`https://${hostOf(language)}/${language}/text/${file}`, join(root, language, 'text', file));
const isRelevant = (url) => url.includes(`/text/${values.topic}/`);

const lookup = (url) =>
  files.has(url)
    ? {
        url,
        status: 200,
        headers: new Map([['content-type', 'text/html; charset=utf-8']]),
        body: readFileSync(files.get(url)),
      }
    : null;
const web = openRecordedLab(
  {
    size: files.size,
    bytes: 0,
    lookup,
    has: (url) => files.has(url),
    urls: () => files.keys(),
    responses: () => Array.from(files.keys(), lookup).values(),
  },
  new Map(),
);
const seeds = languages.map((language) => `https://${hostOf(language)}/${language}/text/swriter/main0000.html`);
const graph = await web.graphFrom(seeds);
const reached = new Map(languages.map((language) => [language, 0]));
const languageOf = (url) => languages.find((language) => url.startsWith(`https://${hostOf(language)}/`));
for (const url of graph.urls) if (isRelevant(url)) reached.set(languageOf(url), reached.get(languageOf(url)) + 1);

const vectors = await loadWordVectors();
async function modelOf(seed) {
  const rng = createRng(seed);
  const order = shuffle([...files.keys()].sort(), rng);
  const draw = async (relevant, n) =>
    (
      await Promise.all(
        order
          .filter((url) => isRelevant(url) === relevant)
          .slice(0, n)
          .map((url) => web.document(url)),
      )
    ).filter((document) => document !== null);
  const positives = await draw(true, Number(values.positives));
  const { model } = trainAndEvaluate(defaultKind({ relevant: positives.length }), {
    config: {},
    keywords: languages.flatMap((language) => keywords[language]).map(keyword),
    positives,
    negatives: await draw(false, Number(values.negatives)),
    background: backgroundSample(BACKGROUND, rng),
    backgroundIn: backgroundIn(seed),
    vectors,
    rng,
  });
  return model;
}

console.log(
  `${files.size} pages; of the topic and to be reached: ${languages.map((one) => `${one} ${reached.get(one)}`).join(', ')}`,
);
console.log(`| policy | fetches | all | ${languages.join(' | ')} |`);
console.log(`| --- | ---: | ---: |${languages.map(() => ' ---: |').join('')}`);
const words = languages.flatMap((language) => keywords[language]);
const shares = new Map();
for (let seed = 1; seed <= Number(values.runs); seed++) {
  const model = await modelOf(seed);
  for (const name of values.policies.split(',')) {
    const fetched = [];
    await runPolicy({
      policy: findPolicy(name),
      policyConfig: {},
      randomSeed: seed,
      seeds,
      fetcher: web.fetcher,
      cache: web.cache,
      model,
      reward: 'model',
      isRelevant: (url) => {
        fetched.push(url);
        return isRelevant(url);
      },
      config: sessionConfigSchema.parse({ ...LAB_SESSION, concurrency: 1, budget: { fetches: budgets.at(-1) } }),
      keywords: words.map(keyword),
      isOpen: (url) => web.isRecorded(url),
      answerMs: 0,
    });
    for (const budget of budgets) {
      const found = fetched.slice(0, budget).filter(isRelevant);
      const best = Math.min(
        budget,
        [...reached.values()].reduce((a, b) => a + b, 0),
      );
      const row = [
        found.length / best,
        ...languages.map((one) => found.filter((url) => languageOf(url) === one).length / reached.get(one)),
      ];
      const key = `| ${name} | ${budget} |`;
      shares.set(key, [...(shares.get(key) ?? []), row]);
    }
  }
}
for (const [key, rows] of shares)
  console.log(
    `${key} ${rows[0].map((_, at) => (rows.reduce((sum, row) => sum + row[at], 0) / rows.length).toFixed(2)).join(' | ')} |`,
  );
