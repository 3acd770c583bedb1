import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Scorer } from '../training/learner.js';
import type { LearnerDefinition, ModelResources } from '../model-definition.js';
import { READINGS, readAs, type Reading } from './reading.js';
import { restoreVote, VOTES, type Vote, type Voting } from './vote.js';

/** Votes are clamped to this distance from certainty. */
const NEAREST_TO_CERTAIN = 1e-9;

interface Voter {
  readonly kind: string;
  readonly weight: number;
  readonly reads: Reading;
  readonly scorer: Scorer;
  readonly pages: Vote;
  readonly texts: Vote;
}

/** The weighted mean of votes as a margin, in log-odds; NaN if no member has an opinion. */
export function combine(
  voting: Voting,
  votes: readonly { readonly margin: number; readonly vote: Vote; readonly weight: number }[],
): number {
  let sum = 0;
  let weights = 0;
  for (const { margin, vote, weight } of votes) {
    sum += weight * vote.of(margin);
    weights += weight;
  }
  if (votes.every(({ margin }) => Number.isNaN(margin))) return NaN;
  if (voting === 'log-odds') return sum / weights;
  const mean = Math.min(1 - NEAREST_TO_CERTAIN, Math.max(NEAREST_TO_CERTAIN, sum / weights));
  return Math.log(mean / (1 - mean));
}

/** Judges by the weighted votes of its members. */
export class EnsembleScorer implements Scorer {
  constructor(
    private readonly voting: Voting,
    private readonly voters: readonly Voter[],
    /** Version of its ensemble. Version 1 votes with numbers in [0, 1] and reads whole pages. */
    private readonly version: number,
  ) {}

  margin(document: DocumentText): number {
    return combine(
      this.voting,
      this.voters.map(({ reads, scorer, pages, weight }) => ({
        margin: scorer.margin(readAs(reads, document)),
        vote: pages,
        weight,
      })),
    );
  }

  textMargin(text: string): number {
    return combine(
      this.voting,
      this.voters.map(({ scorer, texts, weight }) => ({ margin: scorer.textMargin(text), vote: texts, weight })),
    );
  }

  save(): Snapshot {
    const saved = this.voters.map(({ kind, weight, reads, scorer, pages, texts }, at): [string, Snapshot] => [
      String(at),
      {
        kind,
        weight,
        ...(this.version > 1 ? { reads } : {}),
        scorer: scorer.save(),
        pages: pages.save(),
        texts: texts.save(),
      },
    ]);
    const { voting, voters, version } = this;
    return { ...(version > 1 ? { voting, members: voters.length } : {}), voters: Object.fromEntries(saved) };
  }

  /** @throws RangeError if the snapshot is not from `save`, or names an unknown kind */
  static restore(
    saved: SnapshotSource,
    resources: ModelResources,
    learners: readonly LearnerDefinition[],
    version: number,
  ): EnsembleScorer {
    const from = SnapshotReader.of(saved);
    const voting = version > 1 ? from.oneOf('voting', VOTES) : 'probability';
    const voters = from.child('voters').children();
    if (version > 1 && from.integer('members') !== voters.length) from.refuse('members', `${voters.length}`);
    const readingOf = (voter: SnapshotReader): Reading => (version > 1 ? voter.oneOf('reads', READINGS) : 'page');
    return new EnsembleScorer(
      voting,
      voters.map((voter) => ({ ...restoreVoter(voting, voter, resources, learners), reads: readingOf(voter) })),
      version,
    );
  }
}

function restoreVoter(
  voting: Voting,
  from: SnapshotReader,
  resources: ModelResources,
  learners: readonly LearnerDefinition[],
): Omit<Voter, 'reads'> {
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
    pages: restoreVote(voting, from.child('pages')),
    texts: restoreVote(voting, from.child('texts')),
  };
}
