import {
  digestStep,
  isRemoteJudge,
  judgedLater,
  parseInPieces,
  readStep,
  type Judge,
  type RemoteJudge,
  type SessionConfig,
  type StepAnswer,
  type StepFacts,
  type StepPlan,
} from '../../domain/session/index.js';
import { inPieces } from '../pace.js';
import type { LoopControl } from './loop-control.js';

/** Larger pages are parsed in pieces; a smaller page takes at most some ten milliseconds. */
const LARGE_PAGE_CHARS = 131_072;

/** A planned step with the answer to it: ready to be applied when its turn comes. */
export interface AnsweredStep {
  readonly plan: StepPlan;
  readonly outcome: StepAnswer;
  /** Its facts, if a remote judge has judged it. A local judge does so when the step's turn comes. */
  readonly facts?: StepFacts;
}

/** Turns fetched or found content into facts: parses it and has it judged. */
export class StepDigest {
  constructor(
    private readonly config: SessionConfig,
    private readonly judge: Judge | RemoteJudge,
    private readonly control: Pick<LoopControl, 'judging'>,
  ) {}

  /**
   * The slow part, done while the fetch still counts as in flight: parses a large page in pieces, so that it does not
   * block the event loop, and asks a remote judge.
   *
   * @returns null if the waiting for a verdict was aborted
   */
  async ahead(answered: AnsweredStep): Promise<AnsweredStep | null> {
    const read = await this.parsed(answered);
    const { config, judge } = this;
    if (!isRemoteJudge(judge)) return read;
    const { plan, outcome } = read;
    const signal = this.control.judging;
    try {
      const facts = readStep(plan, outcome, config);
      return { plan, outcome, facts: await judgedLater(facts, config, judge, signal) };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** The facts of a step whose turn has come. */
  factsOf({ plan, outcome, facts }: AnsweredStep): StepFacts {
    if (facts !== undefined) return facts;
    if (isRemoteJudge(this.judge)) throw new TypeError('a step was applied before it was judged');
    return digestStep(plan, outcome, this.config, this.judge);
  }

  private async parsed(answered: AnsweredStep): Promise<AnsweredStep> {
    const { outcome } = answered;
    if (outcome.kind !== 'page' || outcome.html.length < LARGE_PAGE_CHARS) return answered;
    const parsed = await inPieces(parseInPieces(outcome, this.config));
    return { ...answered, outcome: { ...outcome, parsed } };
  }
}
