/**
 * The process of one web: best-first crawls of its topics under the service's judges, cached in a folder, so that other
 * judges can be compared on the same pages. The order of best-first depends only on the texts of links, hence only on
 * the judge's model of short texts.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRng } from '../../dist/domain/base/rng.js';
import { labTopicSchema } from '../../dist/modules/research/lab/lab-topic.js';
import { drawExamples, prepareModel } from '../../dist/modules/research/lab/lab-model.js';
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { sessionConfigSchema } from '../../dist/domain/session/index.js';
import { heldCrawl } from '../relevance/held-crawl.mjs';

process.once('message', (work) => void run(work));

/** The topic as the crawl's judge gets it. */
const JUDGES = {
  examples: { model: { kind: 'ensemble' }, examples: { positives: 20, negatives: 60 } },
  keywords: { model: { kind: 'keyword-vectors' }, examples: { positives: 0, negatives: 0 } },
};

/** Maximum number of steps kept that link to a page. */
const MOST_PARENTS = 50;

async function run({ web: name, warc, labels, topics, judges, policy, budget, seeds, folder }) {
  let opened = null;
  const documents = new Map();
  mkdirSync(folder, { recursive: true });
  const documentFile = join(folder, `${name}.documents.jsonl`);
  if (existsSync(documentFile))
    for (const line of readFileSync(documentFile, 'utf8').split('\n'))
      if (line !== '') {
        const document = JSON.parse(line);
        documents.set(document.url, document);
      }
  let added = 0;
  const keep = (document) => {
    if (documents.has(document.url)) return;
    documents.set(document.url, document);
    added++;
  };
  for (const { name: topicName, label, keywords, seeds: starts, session = {}, excludeHosts } of topics)
    for (const judge of judges)
      for (const seed of seeds) {
        const file = join(folder, `${name}.${topicName}.${judge}.${seed}.json`);
        if (existsSync(file)) continue;
        const web = (opened ??= await openLabWeb(warc, labels));
        const began = Date.now();
        const isRelevant = (url) => web.labels.get(url)?.has(label) ?? false;
        const { model: kind, examples } = JUDGES[judge];
        const topic = labTopicSchema.parse({
          name: topicName,
          label,
          keywords,
          seeds: starts,
          session,
          model: kind,
          examples: { ...examples, ...(excludeHosts && { excludeHosts }) },
        });
        const model = await prepareModel({ web, topic }, isRelevant, createRng(seed));
        // Drawn as in `prepareModel`.
        const rng = createRng(seed);
        const positives = await drawExamples(web, topic, topic.examples.positives, isRelevant, rng);
        const negatives = await drawExamples(web, topic, topic.examples.negatives, (url) => !isRelevant(url), rng);
        const config = sessionConfigSchema.parse({ ...topic.session, concurrency: 1, budget: { fetches: budget } });
        const scores = web.cache.scoreText(model.model);
        const { records } = await heldCrawl(
          {
            policy,
            config,
            randomSeed: seed,
            seeds: starts,
            keywords: model.keywords,
            fetcher: web.cache.fetcher(web.fetcher, config),
            isOpen: (url) => web.isRecorded(url),
          },
          { ...model.model, threshold: model.model.threshold, score: (d) => model.model.score(d), scoreText: scores },
          Infinity,
        );
        const pages = [];
        const seen = new Set();
        const anchors = new Map();
        const parents = new Map();
        for (const { plan, facts, outcome, links } of records) {
          if (outcome !== 'page' || facts.page === null || seen.has(facts.finalUrl)) continue;
          seen.add(facts.finalUrl);
          pages.push({
            url: facts.finalUrl,
            relevant: isRelevant(facts.finalUrl),
            probability: facts.probability,
            step: plan.step,
            source: plan.source,
            parents: (parents.get(plan.urlNo) ?? []).slice(0, MOST_PARENTS),
            language: facts.language,
            simhash: facts.simhash,
            anchors: (anchors.get(plan.urlNo) ?? []).slice(0, 5),
          });
          for (const { urlNo, link } of links) {
            const known = parents.get(urlNo) ?? parents.set(urlNo, []).get(urlNo);
            if (known.at(-1) !== plan.step) known.push(plan.step);
            const anchor = link.anchor.trim();
            if (anchor === '') continue;
            const texts = anchors.get(urlNo) ?? anchors.set(urlNo, []).get(urlNo);
            if (texts.length < 5 && !texts.includes(anchor)) texts.push(anchor);
          }
          const document = await web.document(facts.finalUrl);
          if (document) keep({ ...document, url: facts.finalUrl });
        }
        for (const document of [...positives, ...negatives]) keep(document);
        if (added > 0) {
          writeFileSync(documentFile, [...documents.values()].map((document) => JSON.stringify(document)).join('\n'));
          added = 0;
        }
        writeFileSync(
          file,
          JSON.stringify({
            web: name,
            topic: topicName,
            judge,
            seed,
            keywords,
            threshold: model.model.threshold,
            positives: positives.map(({ url }) => url),
            negatives: negatives.map(({ url }) => url),
            pages,
          }),
        );
        const relevant = pages.filter((page) => page.relevant).length;
        process.stderr.write(
          `${name} ${topicName} ${judge} ${seed}: ${pages.length} pages, ${relevant} relevant, ${Date.now() - began} ms\n`,
        );
      }
  process.send({ done: true });
  process.disconnect();
}
