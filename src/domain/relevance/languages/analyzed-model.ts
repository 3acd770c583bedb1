import { z } from 'zod';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader } from '../../base/snapshot-reader.js';
import type { DocumentText } from '../../text/document-text.js';
import type { RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import type { RelevanceModel } from '../relevance-model.js';
import { Analyzer, ANALYZER_VERSIONS } from './analyzer.js';
import { ENGLISH, topicLanguage } from '../../topic/topic-language.js';

/**
 * From this number of irrelevant examples on, general texts are omitted: against them a classifier learns the sites and
 * the language of the examples.
 */
const ENOUGH_NEGATIVES = 5;

const savedSchema = z.object({
  version: z.literal(ANALYZER_VERSIONS),
  language: z.string(),
  keywords: z.array(z.string()),
});

/** A model of a topic in another language than English: it reads analysed texts. */
class AnalyzedModel implements RelevanceModel {
  constructor(
    private readonly model: RelevanceModel,
    private readonly analyzer: Analyzer,
  ) {}

  get kind(): string {
    return this.model.kind;
  }

  get threshold(): number {
    return this.model.threshold;
  }

  get language(): string {
    return this.analyzer.language;
  }

  score(document: DocumentText): number {
    return this.model.score(this.analyzer.document(document));
  }

  scoreText(text: string): number {
    return this.model.scoreText(this.analyzer.text(text));
  }

  save(): Snapshot {
    return { ...this.model.save(), analyzer: this.analyzer.save() };
  }
}

/**
 * General texts in the topic's language and as many in English. With only ten relevant examples, texts in English gave
 * an F1 of .52, those in the topic's language .50, both .56 (bench/relevance/languages.mjs: German, Finnish, Russian,
 * Japanese, Polish).
 */
function backgroundOf(
  { negatives, background, backgroundIn }: TrainingInput,
  language: string,
): readonly DocumentText[] {
  if (negatives.length >= ENOUGH_NEGATIVES) return [];
  const own = backgroundIn?.(language) ?? [];
  return own.length === 0 ? background : [...own, ...background.slice(0, own.length)];
}

/**
 * Wraps a kind of model so that it reads texts in the languages of its topic. English topics are trained without
 * analysis. The word vectors are English: topics in other languages do not use them, unless the kind requires them.
 */
export function inLanguages<Config>(
  definition: RelevanceModelDefinition<Config>,
  { needsVectors = false } = {},
): RelevanceModelDefinition<Config> {
  const trainAndEvaluate = (input: TrainingInput<Config>): TrainedModel => {
    const language = topicLanguage(input);
    if (language === ENGLISH) return { ...definition.trainAndEvaluate(input), language };
    const analyzer = new Analyzer(
      language,
      input.keywords.map(({ text }) => text),
    );
    const originals = new Map<DocumentText, DocumentText>();
    const analyzed = (documents: readonly DocumentText[]): DocumentText[] =>
      documents.map((document) => {
        const result = analyzer.document(document);
        originals.set(result, document);
        return result;
      });
    const { selfTrained, others } = input;
    const { model, heldOut, ...rest } = definition.trainAndEvaluate({
      ...input,
      keywords: input.keywords.map((keyword) => analyzer.keyword(keyword)),
      positives: analyzed(input.positives),
      negatives: analyzed(input.negatives),
      background: analyzed(backgroundOf(input, language)),
      ...(others && { others: analyzed(others) }),
      ...(selfTrained && {
        selfTrained: { positives: analyzed(selfTrained.positives), negatives: analyzed(selfTrained.negatives) },
      }),
      vectors: needsVectors ? input.vectors : null,
    });
    return {
      ...rest,
      language,
      model: new AnalyzedModel(model, analyzer),
      ...(heldOut && {
        heldOut: heldOut.map((judged) => ({ ...judged, document: originals.get(judged.document) ?? judged.document })),
      }),
    };
  };
  return {
    ...definition,
    train: (input) => trainAndEvaluate(input).model,
    trainAndEvaluate,
    // Models of English topics, and old models, read texts without analysis.
    restore: (source, resources) => {
      const saved = SnapshotReader.of(source);
      const model = definition.restore(saved, resources);
      if (!saved.has('analyzer')) return model;
      const { language, keywords, version } = saved.json('analyzer', savedSchema);
      return new AnalyzedModel(model, new Analyzer(language, keywords, version));
    },
  };
}
