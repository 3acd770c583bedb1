import type { ParsedPage } from '../../domain/page/index.js';
import {
  digestStep,
  isRemoteJudge,
  judgedLater,
  parseInPieces,
  readStep,
  type Judge,
  type RemoteJudge,
  type SessionConfig,
  type StepFacts,
  type StepPlan,
} from '../../domain/session/index.js';
import { inPieces } from '../in-pieces.js';
import type { LoopControl } from './loop-control.js';
import type { Fetched } from './step-fetcher.js';
import type { Searched } from './step-searcher.js';

/** Parsed in pieces from here on; a smaller page takes some ten milliseconds at most. */
const LARGE_PAGE_CHARS = 131_072;

type Read = Searched | (Fetched & { readonly outcome: { readonly parsed?: ParsedPage } });

/** A step that can be applied; one to be judged here is digested only when its turn has come. */
export type Completion = Read | { readonly plan: StepPlan; readonly facts: StepFacts };

/** Makes facts of what was fetched or found: parses it and has it judged. */
export class StepDigest {
  constructor(
    private readonly config: SessionConfig,
    private readonly judge: Judge | RemoteJudge,
    private readonly control: Pick<LoopControl, 'judging'>,
  ) {}

  /**
   * What takes its time, while the fetch still counts as under way: a large page is parsed in pieces, so that it holds up nothing, and a judge outside is asked.
   *
   * @returns null when the waiting for a verdict was ended
   */
  async ahead(fetched: Fetched | Searched): Promise<Completion | null> {
    const read = await this.parsed(fetched);
    const { config, judge } = this;
    if (!isRemoteJudge(judge)) return read;
    const { plan, outcome, earlier } = read;
    const signal = this.control.judging;
    try {
      const reading = readStep(plan, outcome, config, earlier);
      return { plan, facts: await judgedLater(reading, config, judge, signal) };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** The facts of a step whose turn has come. */
  factsOf(completion: Completion): StepFacts {
    if ('facts' in completion) return completion.facts;
    const { plan, outcome, earlier } = completion;
    if (isRemoteJudge(this.judge)) throw new TypeError('a step was to be applied before it was judged');
    return digestStep(plan, outcome, this.config, this.judge, earlier);
  }

  private async parsed(fetched: Fetched | Searched): Promise<Read> {
    const { outcome } = fetched;
    if (outcome.kind !== 'page' || outcome.html.length < LARGE_PAGE_CHARS) return fetched;
    const parsed = await inPieces(parseInPieces(outcome, this.config));
    return { ...fetched, outcome: { ...outcome, parsed } };
  }
}
