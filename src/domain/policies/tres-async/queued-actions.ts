import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { drawReady } from '../../frontier/draw-ready.js';
import type { FrontierView } from '../../frontier/frontier-view.js';
import { ScoredQueue, type ScoredEntry } from '../../frontier/scored-queue.js';
import type { LearnedState } from '../learned-state/index.js';
import type { LoggedLink } from '../policy.js';
import type { ActionChoice, ActionFrontier, ActionValues } from '../tres/action-frontier.js';
import type { LinkFeatures, TresFeatures } from '../tres/features.js';

/**
 * A priority queue by Q-values that are computed once, when a link is found (TRES 3.2, "TRES_Async"). While the agent
 * explores, a random link.
 */
export class QueuedActions implements ActionFrontier {
  evaluated = 0;
  private readonly queue = new ScoredQueue();
  private fresh = 0;

  constructor(
    private readonly features: TresFeatures,
    private readonly agent: ActionValues,
    private readonly rng: Rng,
  ) {}

  get size(): number {
    return this.queue.size;
  }

  get bytes(): number {
    return this.queue.bytes;
  }

  add(urlNo: number, source: number, { flags, probability }: LinkFeatures, vector: Float32Array): void {
    this.fresh++;
    this.queue.push(this.agent.values(vector, 1)[0], urlNo, source, flags, probability);
  }

  learn(): void {
    // Experience does not change the order here: only the agent learns from it.
  }

  choose(
    view: FrontierView,
    lookahead: number,
    _logged?: LoggedLink,
    reserved = Number.NEGATIVE_INFINITY,
  ): ActionChoice {
    if (this.queue.size === 0) return { chosen: null, waiting: false };
    const options = this.queue.size;
    const availabilityOf = (urlNo: number): ReturnType<FrontierView['availability']> => view.availability(urlNo);
    if (this.agent.decides) {
      const reservationOf = (urlNo: number, value: number): number => view.reservation(urlNo, value);
      const { entry, passed, waiting } = this.queue.takeReady(availabilityOf, lookahead, reservationOf, reserved);
      return entry ? this.chosen(entry, view, { rank: passed + 1, options }) : { chosen: null, waiting };
    }
    const draw = drawReady(options, (at) => this.queue.urlNoAt(at), this.rng, availabilityOf, lookahead);
    if (draw.at < 0) return { chosen: null, waiting: draw.waiting };
    return this.chosen(this.queue.takeAt(draw.at), view, { options });
  }

  sweep(): number {
    return 0;
  }

  stats(): Readonly<Record<string, number>> {
    return {};
  }

  learnedState(): LearnedState {
    return {
      ranksBy: 'The Q-value that a link had when it was found, the highest first; chance until learning starts.',
    };
  }

  save(): Snapshot {
    return this.queue.save();
  }

  restore(source: SnapshotSource): void {
    this.queue.restore(source);
  }

  private chosen(
    { key, urlNo, source, flags, probability }: ScoredEntry,
    view: FrontierView,
    place: { readonly rank?: number; readonly options: number },
  ): ActionChoice {
    this.evaluated = this.fresh;
    this.fresh = 0;
    const vector = new Float32Array(this.features.count);
    this.features.write(vector, 0, urlNo, source, { flags, probability }, view);
    const explanation = {
      value: key,
      exploration: place.rank === undefined,
      features: this.features.named(vector),
      ...place,
    };
    return { chosen: { urlNo, source, vector, explanation } };
  }
}
