/**
 * Quality of the default kinds of model on topics in many languages, beside English: pages of LibreOffice's help, which is translated page by page, so that topics
 * and labels are the same in each language.
 *
 * usage: npm run build && node bench/relevance/languages.mjs --help-pages FOLDER [--languages ja,ru] [--splits 3] [--judged 600] [--cache data/cache]
 *
 * FOLDER holds what Debian's packages libreoffice-help-LANGUAGE hold: `apt-get download libreoffice-help-ja && dpkg -x libreoffice-help-ja_*.deb FOLDER`. Languages
 * that are not there are passed over. Topics are programs of the suite: charts, formulas, presentations; keywords are in `languages.json`. Reported for keywords
 * alone and for these with 5 relevant and 15 irrelevant pages: average precision, and F1 at the model's own threshold, on pages that gave no example; means over
 * topics and splits.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';
import { averagePrecision, confusionAt, f1Of } from '../../dist/domain/learning/calibration-measures.js';
import { parsePage } from '../../dist/domain/page/index.js';
import { defaultKind, trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { documentOf } from '../../dist/domain/session/digest-step.js';
import { backgroundSample, loadWordVectors } from '../../dist/modules/word-vectors/index.js';
import { keyword } from './kinds.mjs';

const { values } = parseArgs({
  options: {
    'help-pages': { type: 'string' },
    languages: { type: 'string' },
    splits: { type: 'string', default: '3' },
    judged: { type: 'string', default: '600' },
    cache: { type: 'string', default: 'data/cache' },
  },
});
if (!values['help-pages']) throw new Error('--help-pages is missing: the folder that the packages were unpacked into');
const topics = JSON.parse(readFileSync(join(import.meta.dirname, 'languages.json'), 'utf8'));
/** Parts of the suite; in some languages others are not translated. */
const PARTS = ['schart', 'smath', 'simpress', 'sdraw', 'sbasic', 'scalc', 'swriter'];
const BACKGROUND = 1_000;
const vectors = await loadWordVectors(values.cache);
const background = backgroundSample(BACKGROUND, createRng(1));

function pagesOf(language) {
  const root = join(values['help-pages'], 'usr/share/libreoffice/help', language, 'text');
  if (!existsSync(root)) return [];
  return PARTS.flatMap((part) =>
    readdirSync(join(root, part), { recursive: true })
      .filter((file) => file.endsWith('.html'))
      .sort()
      .map((file) => {
        const url = `https://help.example/${part}/${file}`;
        return { part, document: documentOf(parsePage(readFileSync(join(root, part, file), 'utf8'), url), url) };
      }),
  );
}

function figures(pages, topic, keywords, split, positives) {
  const rng = createRng(split);
  const order = shuffle(pages, rng);
  const relevant = order.filter(({ part }) => part === topic).slice(0, positives);
  const irrelevant = order.filter(({ part }) => part !== topic).slice(0, 3 * positives);
  const { model } = trainAndEvaluate(defaultKind({ relevant: positives }), {
    config: {},
    keywords: keywords.map(keyword),
    positives: relevant.map(({ document }) => document),
    negatives: irrelevant.map(({ document }) => document),
    background,
    vectors,
    rng: createRng(split),
  });
  const given = new Set([...relevant, ...irrelevant]);
  const judged = order.filter((page) => !given.has(page)).slice(0, Number(values.judged));
  const labels = judged.map(({ part }) => (part === topic ? 1 : 0));
  const scores = judged.map(({ document }) => model.score(document));
  return { ap: averagePrecision(scores, labels), f1: f1Of(confusionAt(scores, labels, model.threshold)) };
}

const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const shown = (numbers) => mean(numbers).toFixed(2);
console.log('language  keywords: AP   F1    5 + 15: AP   F1    worst topic, F1 by keywords and by examples');
for (const language of values.languages?.split(',') ?? Object.keys(topics.schart)) {
  const pages = pagesOf(language);
  if (pages.length === 0) continue;
  const splits = Array.from({ length: Number(values.splits) }, (_, i) => i + 1);
  const rows = Object.entries(topics).map(([topic, keywords]) => ({
    alone: splits.map((split) => figures(pages, topic, keywords[language], split, 0)),
    taught: splits.map((split) => figures(pages, topic, keywords[language], split, 5)),
  }));
  const all = (of, figure) => rows.flatMap((row) => row[of].map((one) => one[figure]));
  const worst = (of) => Math.min(...rows.map((row) => mean(row[of].map(({ f1 }) => f1)))).toFixed(2);
  console.log(
    `${language.padEnd(9)}           ${shown(all('alone', 'ap'))}  ${shown(all('alone', 'f1'))}          ${shown(all('taught', 'ap'))}  ${shown(all('taught', 'f1'))}   ${worst('alone')} ${worst('taught')}`,
  );
}
