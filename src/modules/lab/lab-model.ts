import type { Rng } from '../../domain/base/rng.js';
import { findRelevanceModel, trainAndEvaluate, type RelevanceModel } from '../../domain/relevance/index.js';
import type { DocumentText } from '../../domain/text/index.js';
import { expandKeywords, type Keyword } from '../../domain/topic/index.js';
import { hostOf } from '../../domain/url/index.js';
import { BACKGROUND_DOCUMENTS, backgroundSample, loadWordVectors } from '../word-vectors/index.js';
import type { LabTopic } from './lab-topic.js';
import type { LabWeb } from './lab-web.js';

/** Keywords and model of one run, from examples drawn by its seed. */
export async function prepareModel(
  { web, topic, cacheDir }: { readonly web: LabWeb; readonly topic: LabTopic; readonly cacheDir: string },
  isRelevant: (url: string) => boolean,
  rng: Rng,
): Promise<{ model: RelevanceModel; keywords: readonly Keyword[] }> {
  const definition = findRelevanceModel(topic.model.kind);
  if (!definition) throw new Error(`no relevance model named ${topic.model.kind}`);
  const vectors = await loadWordVectors(cacheDir);
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
    vectors,
    rng,
  });
  return { model, keywords };
}

/** Labelled pages that suit, drawn without replacement from the hosts the topic file allows; fewer when there are no more. */
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
