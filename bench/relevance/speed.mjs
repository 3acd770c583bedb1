/**
 * Speed of the relevance models on generated documents of 300 words, a twentieth of them relevant: time and memory of a
 * cross-validated training, and pages and anchors judged per second of processor time, which a busy machine does not
 * distort. Each model has its own process, so that memory is separate; all work but garbage collection is on one
 * thread.
 *
 * usage: npm run build && nice -n 10 node bench/relevance/speed.mjs [--documents 5000,17000]
 *     [--kinds naive-bayes,linear-svm] [--cache data/cache]
 *          [--out bench/out/relevance-speed.json]
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createRng } from '../../dist/domain/base/rng.js';
import { averagePrecision } from '../../dist/domain/learning/calibration-measures.js';
import { trainAndEvaluate } from '../../dist/domain/relevance/index.js';
import { loadWordVectors } from '../../dist/modules/base/word-vectors/index.js';
import { generatedDocuments, TOPIC_WORDS } from './generated-documents.mjs';
import { configOf, keyword, subjects } from './kinds.mjs';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000,17000' },
    kinds: { type: 'string', default: Object.keys(subjects).join(',') },
    out: { type: 'string', default: 'bench/out/relevance-speed.json' },
    one: { type: 'string' },
  },
});
const MEGABYTE = 2 ** 20;
/** Aims per CPU second on one core; other kinds have an aim for anchors only. */
const AIMS = { pages: { 'linear-svm': 1_000, 'naive-bayes': 1_000, 'kw-bilstm': 300 }, anchors: 5_000 };

/** Items judged per second of processor time. */
function rate(items, judge) {
  const seconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  for (const item of items) judge(item);
  const start = seconds();
  let rounds = 0;
  while (seconds() - start < 1) {
    for (const item of items) judge(item);
    rounds++;
  }
  return Math.round((rounds * items.length) / (seconds() - start));
}

async function measure(name) {
  const vectors = await loadWordVectors();
  const rng = createRng(7);
  const documents = generatedDocuments(Number(values.documents), vectors, rng);
  const held = generatedDocuments(1_000, vectors, rng);
  const before = process.resourceUsage().maxRSS / 1_024;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { model } = trainAndEvaluate(subjects[name].kind, {
    config: configOf(name, TOPIC_WORDS),
    keywords: TOPIC_WORDS.map(keyword),
    positives: documents.filter(({ relevant }) => relevant),
    negatives: documents.filter(({ relevant }) => !relevant),
    background: [],
    vectors,
    rng: createRng(1),
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    model: name,
    documents: documents.length,
    'training s': Math.round((performance.now() - start) / 10) / 100,
    'training CPU s': Math.round((user + system) / 1e4) / 100,
    'peak MB': Math.round(process.resourceUsage().maxRSS / 1_024),
    'of it training MB': Math.round(process.resourceUsage().maxRSS / 1_024 - before),
    'vectors MB': Math.round(vectors.buffer.byteLength / MEGABYTE),
    'pages/CPU s': rate(held, (document) => model.score(document)),
    'anchors/CPU s': rate(held, ({ title }) => model.scoreText(title)),
    AP:
      Math.round(
        averagePrecision(
          held.map((d) => model.score(d)),
          held.map(({ relevant }) => (relevant ? 1 : 0)),
        ) * 1_000,
      ) / 1_000,
  };
}

/** Whether a figure reaches its aim; empty without one. */
const reached = (figure, aim) => (aim === undefined ? '' : figure >= aim ? 'yes' : 'no');

function inOwnProcess(name, documents) {
  const args = [fileURLToPath(import.meta.url), '--one', name, '--documents', documents];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e7 });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const row = JSON.parse(stdout.trim().split('\n').at(-1));
  return {
    ...row,
    'pages aim': reached(row['pages/CPU s'], AIMS.pages[subjects[name].kind]),
    'anchors aim': reached(row['anchors/CPU s'], AIMS.anchors),
  };
}

if (values.one) {
  console.log(JSON.stringify(await measure(values.one)));
} else {
  const rows = values.documents.split(',').flatMap((documents) =>
    values.kinds.split(',').map((name) => {
      process.stderr.write(`${name}, ${documents} documents\n`);
      return inOwnProcess(name, documents);
    }),
  );
  const columns = Object.keys(rows[0]);
  for (const cells of [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((column) => row[column]))])
    console.log(`| ${cells.join(' | ')} |`);
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(
    values.out,
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, rows }, null, 1)}\n`,
  );
  console.log(values.out);
}
