import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { CandidateList } from '../../frontier/candidate-list.js';
import { drawReady } from '../../frontier/draw-ready.js';
import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import type { LoggedLink } from '../policy.js';
import type { LearnedState } from '../learned-state/index.js';
import type { ActionChoice, ActionFrontier, ActionValues } from '../tres/action-frontier.js';
import type { LinkFeatures, TresFeatures } from '../tres/features.js';

/** Rows that pass through the network at once: they stay in the processor's cache. */
const BLOCK = 1_024;

/**
 * All candidates; each choice takes the one with the highest current Q-value (TRES 2.5). While the agent explores, a
 * random one.
 */
export class WholeFrontier implements ActionFrontier {
  evaluated = 0;
  private readonly list = new CandidateList();
  private rows: Float32Array;

  constructor(
    private readonly features: TresFeatures,
    private readonly agent: ActionValues,
    private readonly rng: Rng,
  ) {
    this.rows = new Float32Array(BLOCK * features.count);
  }

  get size(): number {
    return this.list.size;
  }

  get bytes(): number {
    return this.list.bytes;
  }

  add(urlNo: number, source: number, { flags, probability }: LinkFeatures): void {
    this.list.push(urlNo, source, flags, probability);
  }

  learn(): void {
    // Experience does not change the order here: only the agent learns from it.
  }

  choose(
    view: FrontierView,
    lookahead: number,
    logged?: LoggedLink,
    reserved = Number.NEGATIVE_INFINITY,
  ): ActionChoice {
    if (this.list.size === 0) return { chosen: null, waiting: false };
    return this.agent.decides ? this.best(view, reserved, logged) : this.any(view, lookahead);
  }

  sweep(): number {
    return 0;
  }

  stats(): Readonly<Record<string, number>> {
    return {};
  }

  learnedState(): LearnedState {
    return { ranksBy: 'The Q-value that a link has now, the highest of all candidates; chance until learning starts.' };
  }

  save(): Snapshot {
    return this.list.save();
  }

  restore(source: SnapshotSource): void {
    this.list.restore(source);
  }

  private any(view: FrontierView, lookahead: number): ActionChoice {
    const { list } = this;
    const draw = drawReady(
      list.size,
      (at) => list.urlNos[at],
      this.rng,
      (urlNo) => view.availability(urlNo),
      lookahead,
    );
    if (draw.at < 0) return { chosen: null, waiting: draw.waiting };
    const options = list.size;
    this.evaluated = 1;
    this.write(draw.at, 0, view);
    const vector = this.rows.slice(0, this.features.count);
    return this.take(draw.at, draw.spent, {
      vector,
      explanation: {
        value: this.agent.values(vector, 1)[0],
        exploration: true,
        features: this.features.named(vector),
        options,
      },
    });
  }

  private best(view: FrontierView, reserved: number, logged?: LoggedLink): ActionChoice {
    const stale: number[] = [];
    const ready: number[] = [];
    const busy: number[] = [];
    for (let at = 0; at < this.list.size; at++) {
      const availability = view.availability(this.list.urlNos[at]);
      if (availability === Availability.Gone) stale.push(at);
      else if (availability === Availability.Ready) ready.push(at);
      else busy.push(at);
    }
    if (ready.length === 0) return { chosen: null, waiting: stale.length < this.list.size };
    const compared = this.agent.isSkipping ? [this.loggedAmong(ready, logged)] : ready;
    const { at, value } = this.highest(compared, view);
    if (!this.agent.isSkipping && value < Math.max(reserved, this.reservedBy(busy, view)))
      return { chosen: null, waiting: true };
    this.evaluated = compared.length;
    this.write(at, 0, view);
    const vector = this.rows.slice(0, this.features.count);
    const explanation = {
      value,
      exploration: false,
      features: this.features.named(vector),
      rank: 1,
      options: ready.length,
    };
    return this.take(
      at,
      [...stale, at].sort((a, b) => b - a),
      { vector, explanation },
    );
  }

  /** The candidate with the highest Q-value; the first among equals. */
  private highest(positions: readonly number[], view: FrontierView): { readonly at: number; readonly value: number } {
    let best = { at: positions[0], value: Number.NEGATIVE_INFINITY };
    this.eachValue(positions, view, (at, value) => {
      if (value > best.value) best = { at, value };
    });
    return best;
  }

  private reservedBy(busy: readonly number[], view: FrontierView): number {
    let reserved = Number.NEGATIVE_INFINITY;
    this.eachValue(busy, view, (at, value) => {
      reserved = Math.max(reserved, view.reservation(this.list.urlNos[at], value));
    });
    return reserved;
  }

  private eachValue(positions: readonly number[], view: FrontierView, take: (at: number, value: number) => void): void {
    const d = this.features.count;
    for (let from = 0; from < positions.length; from += BLOCK) {
      const count = Math.min(BLOCK, positions.length - from);
      for (let i = 0; i < count; i++) this.write(positions[from + i], i * d, view);
      const values = this.agent.values(this.rows, count);
      for (let i = 0; i < count; i++) take(positions[from + i], values[i]);
    }
  }

  private write(at: number, to: number, view: FrontierView): void {
    const { urlNos, sources, flags, probabilities } = this.list;
    this.rows = withRoom(this.rows, to + this.features.count);
    const link = { flags: flags[at], probability: probabilities[at] };
    this.features.write(this.rows, to, urlNos[at], sources[at], link, view);
  }

  /** @param spent positions to be removed, in descending order */
  private take(
    at: number,
    spent: readonly number[],
    choice: Pick<NonNullable<ActionChoice['chosen']>, 'vector' | 'explanation'>,
  ): ActionChoice {
    const chosen = { ...choice, urlNo: this.list.urlNos[at], source: this.list.sources[at] };
    for (const place of spent) this.list.removeAt(place);
    return { chosen };
  }

  /**
   * The chosen candidate. If it is missing, the replay has diverged, which the engine recognises from a different
   * choice.
   */
  private loggedAmong(ready: readonly number[], logged: LoggedLink | undefined): number {
    const { urlNos, sources } = this.list;
    const isLogged = (at: number): boolean =>
      urlNos[at] === logged?.urlNo && (logged.source === undefined || sources[at] === logged.source);
    return ready.find(isLogged) ?? ready[0];
  }
}
