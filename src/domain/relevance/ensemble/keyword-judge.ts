import { chanceOf, logOdds } from '../../learning/log-odds.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import type { DocumentText } from '../../text/document-text.js';
import type { ModelResources, TrainingInput } from '../model-definition.js';
import type { RelevanceModel } from '../relevance-model.js';
import type { TrainingSet } from '../training/training-set.js';

/** Makes judges that go by the keywords alone. */
export interface KeywordJudges {
  make(input: Pick<TrainingInput, 'keywords' | 'vectors'>, set: TrainingSet): RelevanceModel;
  restore(saved: SnapshotSource, resources: ModelResources): RelevanceModel;
}

/** Relevant examples with which the keywords have half of the say. */
const EVEN_POSITIVES = 5;
/** With so many relevant examples the keywords have none: they would bring .01 of F1, and judging would take half as long again. */
const ENOUGH_POSITIVES = 20;

/**
 * How much of the judgement keywords have beside so many relevant examples, in [0, 1). Measured on seven topics with 2 to 20 relevant examples: at each number
 * this is near the best share (bench/relevance/RESULTS.md).
 */
export const keywordShare = (positives: number): number =>
  positives >= ENOUGH_POSITIVES ? 0 : EVEN_POSITIVES / (EVEN_POSITIVES + positives);

/** A judge, and what its probability is measured from. */
interface Judged {
  readonly probability: number;
  readonly threshold: number;
}

/** Means of log-odds from the judges' thresholds: the result is relevant from the first one's threshold on. */
export function mixed(learnt: Judged, keywords: Judged, share: number): number {
  const above = ({ probability, threshold }: Judged): number => logOdds(probability) - logOdds(threshold);
  return chanceOf(logOdds(learnt.threshold) + (1 - share) * above(learnt) + share * above(keywords));
}

/** A learnt judge of pages whose few examples the topic's keywords make up for. */
export class BesideKeywords implements RelevanceModel {
  constructor(
    private readonly learnt: RelevanceModel,
    private readonly keywords: RelevanceModel,
    private readonly share: number,
  ) {}

  get kind(): string {
    return this.learnt.kind;
  }

  get threshold(): number {
    return this.learnt.threshold;
  }

  score(document: DocumentText): number {
    const { learnt, keywords, share } = this;
    return mixed(
      { probability: learnt.score(document), threshold: learnt.threshold },
      { probability: keywords.score(document), threshold: keywords.threshold },
      share,
    );
  }

  scoreText(text: string): number {
    return this.learnt.scoreText(text);
  }

  save(): Snapshot {
    return { ...this.learnt.save(), keywordJudge: this.keywords.save(), keywordShare: this.share };
  }
}
