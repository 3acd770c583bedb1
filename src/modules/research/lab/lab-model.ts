import { createHash } from 'node:crypto';
import type { Rng } from '../../../domain/base/rng.js';
import { decodeSnapshot, encodeSnapshot } from '../../../domain/base/snapshot.js';
import { findRelevanceModel, trainAndEvaluate, type RelevanceModel } from '../../../domain/relevance/index.js';
import type { DocumentText } from '../../../domain/text/index.js';
import { expandKeywords, type Keyword } from '../../../domain/topic/index.js';
import { hostOf } from '../../../domain/url/index.js';
import {
  BACKGROUND_DOCUMENTS,
  backgroundIn,
  backgroundSample,
  loadWordVectors,
} from '../../base/word-vectors/index.js';
import type { LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';

/** The general texts in other languages are the same in each run. */
const BACKGROUND_SEED = 1;

interface Subject {
  readonly web: LabWeb;
  readonly topic: LabTopic;
}
interface Prepared {
  readonly model: RelevanceModel;
  readonly keywords: readonly Keyword[];
  /** Pages that the model was trained on. */
  readonly examples: readonly string[];
}
/** A prepared model as stored on disk. */
interface Saved {
  readonly weights: Uint8Array;
  readonly keywords: readonly Keyword[];
  readonly examples: readonly string[];
  /** State of the generator after the training. */
  readonly random: Uint32Array;
}

/**
 * Keywords and model of one run, from examples drawn by its seed. Reuses one prepared before, if the web has a store on
 * disk.
 */
export async function prepareModel(
  subject: Subject,
  isRelevant: (url: string) => boolean,
  rng: Rng,
): Promise<Prepared> {
  const { cache } = subject.web;
  if (!cache.store) return train(subject, isRelevant, rng);
  const key = madeFrom(subject, isRelevant, rng);
  const saved = cache.store.recall<Saved>('model', key);
  const prepared = saved ? await restore(subject, saved, rng) : await train(subject, isRelevant, rng);
  const { model, ...learnt } = prepared;
  if (!saved) cache.store.keep({ weights: encodeSnapshot(model.save()), ...learnt, random: rng.save() }, 'model', key);
  cache.keepScoresOf(model, key);
  return prepared;
}

/**
 * All inputs of a model besides the web and the code. Pages are judged as sessions with the topic's settings read them.
 */
function madeFrom({ web, topic }: Subject, isRelevant: (url: string) => boolean, rng: Rng): string {
  const { model, examples, keywords, expandKeywords: expands, session } = topic;
  const labelled = createHash('sha256');
  for (const url of web.labels.keys()) labelled.update(`${isRelevant(url) ? '+' : '-'}${url}\n`);
  return JSON.stringify([model, examples, keywords, expands, session, [...rng.save()], labelled.digest('hex')]);
}

async function restore({ topic }: Subject, saved: Saved, rng: Rng): Promise<Prepared> {
  const vectors = await loadWordVectors();
  const model = definitionOf(topic).restore(decodeSnapshot(saved.weights), { vectors });
  rng.restore(saved.random);
  return { model, keywords: saved.keywords, examples: saved.examples };
}

function definitionOf({ model: { kind } }: LabTopic): NonNullable<ReturnType<typeof findRelevanceModel>> {
  const definition = findRelevanceModel(kind);
  if (!definition) throw new Error(`no relevance model named ${kind}`);
  return definition;
}

async function train({ web, topic }: Subject, isRelevant: (url: string) => boolean, rng: Rng): Promise<Prepared> {
  const definition = definitionOf(topic);
  const vectors = await loadWordVectors();
  const positives = await drawExamples(web, topic, topic.examples.positives, isRelevant, rng);
  const negatives = await drawExamples(web, topic, topic.examples.negatives, (url) => !isRelevant(url), rng);
  const given = topic.keywords.map((text): Keyword => ({
    text: text.toLowerCase().trim(),
    kind: /\s/.test(text.trim()) ? 'phrase' : 'keyword',
    origin: 'user',
    similarity: 1,
  }));
  const keywords = topic.expandKeywords ? [...given, ...expandKeywords(given, positives, vectors).keywords] : given;
  const background = topic.examples.background ?? BACKGROUND_DOCUMENTS;
  const { model } = trainAndEvaluate(topic.model.kind, {
    config: definition.configSchema.parse(topic.model.config),
    keywords,
    positives,
    negatives,
    background: background > 0 ? backgroundSample(background, rng) : [],
    ...(background > 0 && { backgroundIn: backgroundIn(BACKGROUND_SEED) }),
    vectors,
    rng,
  });
  return { model, keywords, examples: [...positives, ...negatives].map(({ url }) => url) };
}

/**
 * Suitable labelled pages, drawn without replacement from the hosts allowed in the topic file; fewer if there are not
 * enough.
 */
export async function drawExamples(
  web: LabWeb,
  topic: LabTopic,
  wanted: number,
  suits: (url: string) => boolean,
  rng: Rng,
): Promise<DocumentText[]> {
  const { hosts, excludeHosts } = topic.examples;
  const of = (list: readonly string[] | undefined, url: string): boolean =>
    list?.some((host) => hostOf(url) === host || hostOf(url).endsWith(`.${host}`)) ?? false;
  const urls = [...web.labels.keys()].filter(
    (url) => suits(url) && (!hosts || of(hosts, url)) && !of(excludeHosts, url),
  );
  const documents: DocumentText[] = [];
  while (documents.length < wanted && urls.length > 0) {
    const at = rng.below(urls.length);
    const document = await web.document(urls[at]);
    urls[at] = urls[urls.length - 1];
    urls.pop();
    if (document) documents.push(document);
  }
  return documents;
}
