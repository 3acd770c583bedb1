/**
 * Quality of the default kinds of model on topics in many languages and in English: pages of LibreOffice's help, which
 * is translated page by page, so that topics and labels are the same in each language.
 *
 * usage: npm run build && node bench/relevance/languages.mjs --help-pages FOLDER [--languages ja,ru] [--splits 3]
 *     [--judged 600]
 *
 * FOLDER holds the contents of Debian's packages libreoffice-help-LANGUAGE: `apt-get download libreoffice-help-ja &&
 * dpkg -x libreoffice-help-ja_*.deb FOLDER`. Missing languages are skipped. Topics are programs of the suite: charts,
 * formulas, presentations; keywords are in `languages.json`, and the topic names its language. Reported for keywords
 * only, with 10 relevant pages, and with 5 relevant and 15 irrelevant ones: average precision, and F1 at the model's
 * own threshold on held-out pages; means over topics and splits.
 *
 * With `--cost`: only processor time per page of 3 000 Chinese characters, parsed, judged by keywords, hashed and
 * indexed; median of 200 pages.
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
import { backgroundIn, backgroundSample, loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { lexemesOf } from '../../dist/domain/lexemes/index.js';
import { simhash } from '../../dist/domain/text/index.js';
import { keyword } from './kinds.mjs';

const { values } = parseArgs({
  options: {
    'help-pages': { type: 'string' },
    languages: { type: 'string' },
    splits: { type: 'string', default: '3' },
    judged: { type: 'string', default: '600' },
    cost: { type: 'boolean', default: false },
  },
});
if (!values['help-pages']) throw new Error('--help-pages is missing: the folder that the packages were unpacked into');
const topics = JSON.parse(readFileSync(join(import.meta.dirname, 'languages.json'), 'utf8'));
/** Parts of the suite that are translated in all languages. */
const PARTS = ['schart', 'smath', 'simpress', 'sdraw', 'sbasic', 'scalc', 'swriter'];
const BACKGROUND = 1_000;
const vectors = await loadWordVectors();
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

function figures(pages, language, topic, split, positives, negatives) {
  const rng = createRng(split);
  const order = shuffle(pages, rng);
  const relevant = order.filter(({ part }) => part === topic).slice(0, positives);
  const irrelevant = order.filter(({ part }) => part !== topic).slice(0, negatives);
  const { model } = trainAndEvaluate(defaultKind({ relevant: positives }), {
    config: {},
    language: language.slice(0, 2),
    keywords: topics[topic][language].map(keyword),
    positives: relevant.map(({ document }) => document),
    negatives: irrelevant.map(({ document }) => document),
    background,
    backgroundIn: backgroundIn(1),
    vectors,
    rng: createRng(split),
  });
  const given = new Set([...relevant, ...irrelevant]);
  const judged = order.filter((page) => !given.has(page)).slice(0, Number(values.judged));
  const labels = judged.map(({ part }) => (part === topic ? 1 : 0));
  const scores = judged.map(({ document }) => model.score(document));
  return { ap: averagePrecision(scores, labels), f1: f1Of(confusionAt(scores, labels, model.threshold)) };
}

function cost() {
  const texts = pagesOf('zh-CN').map(({ document }) => document.text);
  if (texts.length === 0) throw new Error('--help-pages holds no pages in zh-CN: unpack libreoffice-help-zh-cn there');
  const { model } = trainAndEvaluate('keyword-vectors', {
    config: {},
    keywords: topics.schart['zh-CN'].map(keyword),
    positives: [],
    negatives: [],
    background,
    vectors,
    rng: createRng(1),
  });
  const all = texts.join('').replace(/[^\p{Script=Han}。，；：]/gu, '');
  const times = Array.from({ length: 240 }, (_, i) => {
    const text = Array.from(
      { length: 10 },
      (_, at) => `<p>${all.slice(i * 300 + at * 3_000, i * 300 + at * 3_000 + 300)}</p>`,
    );
    const html = `<html lang=zh><title>${text[0].slice(3, 20)}</title><main>${text.join('')}</main>`;
    const { user: before } = process.cpuUsage();
    const document = documentOf(parsePage(html, 'https://zh.example/'), 'https://zh.example/');
    model.score(document);
    simhash(document.text);
    lexemesOf(document.title, document.text, 'zh');
    return (process.cpuUsage().user - before) / 1_000;
  });
  const measured = times.slice(40).sort((a, b) => a - b);
  console.log(`a page of 3 000 Chinese characters: ${measured[measured.length >> 1].toFixed(1)} ms (bound: 8 ms)`);
}

const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
const WAYS = [
  ['keywords', 0, 0],
  ['and 10 + 0', 10, 0],
  ['and 5 + 15', 5, 15],
];
if (values.cost) {
  cost();
  process.exit();
}
console.log(`| language | ${WAYS.map(([name]) => `${name}: AP | F1 | worst F1`).join(' | ')} |`);
console.log(`| --- |${WAYS.map(() => ' ---: | ---: | ---: |').join('')}`);
const splits = Array.from({ length: Number(values.splits) }, (_, i) => i + 1);
for (const language of values.languages?.split(',') ?? Object.keys(topics.schart)) {
  const pages = pagesOf(language);
  if (pages.length === 0) continue;
  const cells = WAYS.flatMap(([, positives, negatives]) => {
    const rows = Object.keys(topics).map((topic) =>
      splits.map((split) => figures(pages, language, topic, split, positives, negatives)),
    );
    const f1 = rows.map((row) => mean(row.map((one) => one.f1)));
    return [mean(rows.flat().map(({ ap }) => ap)), mean(f1), Math.min(...f1)].map((figure) => figure.toFixed(2));
  });
  console.log(`| ${language} | ${cells.join(' | ')} |`);
}
