import { chanceOf, logOdds } from '../../learning/log-odds.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import type { DocumentText } from '../../text/document-text.js';
import type { ModelResources } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import type { RelevanceModel } from '../relevance-model.js';
import type { TrainingSet } from '../training/training-set.js';

/** Creates judges that use only the keywords. */
export interface KeywordJudges {
  make(input: Pick<TrainingInput, 'keywords' | 'vectors'>, set: TrainingSet): RelevanceModel;
  restore(saved: SnapshotSource, resources: ModelResources): RelevanceModel;
}

/** Number of relevant examples at which the keywords have half of the weight. */
const EVEN_POSITIVES = 5;
/**
 * From this number of relevant examples on the keywords have no weight: they would gain .01 of F1, and judging would
 * take half as long again.
 */
const ENOUGH_POSITIVES = 20;

/**
 * Weight of the keywords in the judgement for a number of relevant examples, in [0, 1). Measured on seven topics with 2
 * to 20 relevant examples: at each number this is near the best weight (bench/relevance/RESULTS.md).
 */
export const keywordShare = (positives: number): number =>
  positives >= ENOUGH_POSITIVES ? 0 : EVEN_POSITIVES / (EVEN_POSITIVES + positives);

/** A judge, and its threshold. */
interface Judged {
  readonly probability: number;
  readonly threshold: number;
}

/**
 * The weighted mean of log-odds relative to the judges' thresholds: the result is relevant from the first one's
 * threshold on.
 */
export function mixed(learnt: Judged, keywords: Judged, share: number): number {
  const above = ({ probability, threshold }: Judged): number => logOdds(probability) - logOdds(threshold);
  return chanceOf(logOdds(learnt.threshold) + (1 - share) * above(learnt) + share * above(keywords));
}

/** A learned judge of pages whose few examples are complemented by the topic's keywords. */
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
