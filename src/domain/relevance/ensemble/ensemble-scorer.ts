import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Scorer } from '../training/learner.js';
import type { LearnerDefinition, ModelResources } from '../model-definition.js';
import { restoreVote, type Vote } from './vote.js';

/** Votes nearer to certainty than this count as this near. */
const NEAREST_TO_CERTAIN = 1e-9;

export interface Voter {
  readonly kind: string;
  readonly weight: number;
  readonly scorer: Scorer;
  readonly pages: Vote;
  readonly texts: Vote;
}

/** The weighted mean of votes as a margin, its logit; NaN when no member has an opinion. */
export function combine(
  votes: readonly { readonly margin: number; readonly vote: Vote; readonly weight: number }[],
): number {
  let sum = 0;
  let weights = 0;
  for (const { margin, vote, weight } of votes) {
    sum += weight * vote.of(margin);
    weights += weight;
  }
  if (votes.every(({ margin }) => Number.isNaN(margin))) return NaN;
  const mean = Math.min(1 - NEAREST_TO_CERTAIN, Math.max(NEAREST_TO_CERTAIN, sum / weights));
  return Math.log(mean / (1 - mean));
}

export class EnsembleScorer implements Scorer {
  constructor(private readonly voters: readonly Voter[]) {}

  margin(document: DocumentText): number {
    return combine(
      this.voters.map(({ scorer, pages, weight }) => ({ margin: scorer.margin(document), vote: pages, weight })),
    );
  }

  wordsMargin(words: readonly string[]): number {
    return combine(
      this.voters.map(({ scorer, texts, weight }) => ({ margin: scorer.wordsMargin(words), vote: texts, weight })),
    );
  }

  save(): Snapshot {
    const saved = this.voters.map(({ kind, weight, scorer, pages, texts }, at): [string, Snapshot] => [
      String(at),
      { kind, weight, scorer: scorer.save(), pages: pages.save(), texts: texts.save() },
    ]);
    return { voters: Object.fromEntries(saved) };
  }

  /** @throws RangeError when the snapshot is not one of `save`, or names a kind there is not */
  static restore(
    saved: SnapshotSource,
    resources: ModelResources,
    learners: readonly LearnerDefinition[],
  ): EnsembleScorer {
    const voters = SnapshotReader.of(saved).child('voters').children();
    return new EnsembleScorer(voters.map((voter) => restoreVoter(voter, resources, learners)));
  }
}

function restoreVoter(from: SnapshotReader, resources: ModelResources, learners: readonly LearnerDefinition[]): Voter {
  const kind = from.oneOf(
    'kind',
    learners.map((learner) => learner.kind),
  );
  const scorer = from.child('scorer');
  const learner = learners.find((candidate) => candidate.kind === kind);
  return {
    kind,
    weight: from.number('weight'),
    scorer: learner?.restore(scorer, resources) ?? from.refuse('kind', 'a known kind'),
    pages: restoreVote(from.child('pages')),
    texts: restoreVote(from.child('texts')),
  };
}
