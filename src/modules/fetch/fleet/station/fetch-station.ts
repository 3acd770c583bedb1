import { setMaxListeners } from 'node:events';
import type { JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { partitionOfHost } from '../../../../domain/fleet/index.js';
import { hostOf } from '../../../../domain/url/index.js';
import type { Clock } from '../../../../engine/index.js';
import type { TerritorialFetcher, Territory } from '../../fetching/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { Intake } from '../link/intake.js';
import { nameOf, type CancelMessage, type RequestMessage } from '../link/messages.js';
import { CANCELS, type Lane, laneConsumer, laneFilter, LANES, REQUESTS } from '../link/names.js';
import { unpack } from '../link/wire.js';
import { AnswerWriter } from './answer-writer.js';
import { FairSlots } from './fair-slots.js';
import { LateAcks } from './late-acks.js';
import { type Counted, Suspects, Unwanted } from './suspects.js';
import { shownUrl, type Warn } from '../../../../platform/telemetry/index.js';

interface FetchStationOptions {
  readonly link: FleetLink;
  readonly partitions: number;
  readonly leaseMs: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Whether a partition may be worked on now. */
  readonly owns: (partition: number) => boolean;
  /** Number of fetchers in the fleet. */
  readonly members: () => number;
  /** Created for the territory of this station. */
  readonly fetcher: (territory: Territory) => TerritorialFetcher;
  /** Fetches begun at a time in each lane, including those waiting for their host. */
  readonly atOnce: Readonly<Record<Lane, number>>;
  readonly warn: Warn;
}

/** State of a fetch in flight that is needed when its partition is lost. */
interface UnderWay {
  message: JsMsg;
  readonly name: string;
  readonly partition: number;
  /** Whether it may have been in flight at a fetcher that died. */
  readonly isSuspect: boolean;
  /** The lane of its slot. A page of the plain lane that needs a browser moves to the other one. */
  lane: Lane;
  readonly stop: AbortController;
  /** Aborts when its answer is not wanted from here. A lost partition does not matter: its page is fetched already. */
  readonly drop: AbortController;
  /** Why it was stopped. */
  end: 'lost' | 'drained' | 'cancelled' | null;
  readonly done: Promise<void>;
}

/** Largest share of the slots for one session. */
const SHARE_OF_ONE = 0.75;
/** Requests held per slot, including those waiting for one; more stay with NATS. */
const HELD_PER_SLOT = 4;
/** Time for fetches in flight to end when their partition goes to another fetcher, ms. */
const DRAIN_MS = 3_000;
const KEPT_CANCELS = 20_000;
/** A request that cannot start now is rechecked after this time, ms: its worker may be starting. */
const LATER_MS = 2_000;
const AHEAD = 32;

/**
 * Takes the requests of its partitions, fetches, and answers.
 *
 * A request stays with NATS until its answer is there, so another process answers it if this one dies. Projects and
 * their sessions share the slots; a fetch waiting for its host takes a slot, so their number is large. Each lane has
 * its own slots, and takes requests while it has room.
 */
export class FetchStation {
  private readonly fetcher: TerritorialFetcher;
  private readonly intakes = new Map<number, Intake[]>();
  private readonly ownedSince = new Map<number, number>();
  private readonly underWay = new Map<string, UnderWay>();
  private readonly cancelled = new LRUCache<string, true>({ max: KEPT_CANCELS });
  private readonly slots: Readonly<Record<Lane, FairSlots>>;
  private readonly heldIn: Record<Lane, number> = { plain: 0, browser: 0 };
  private readonly suspects: Suspects;
  private readonly answers: AnswerWriter;
  private readonly acks: LateAcks;
  private readonly beat: NodeJS.Timeout;
  private room: (() => void)[] = [];

  constructor(private readonly options: FetchStationOptions) {
    const { link, partitions, atOnce } = options;
    const slotsOf = (most: number): FairSlots => new FairSlots(most, Math.max(1, Math.floor(most * SHARE_OF_ONE)));
    this.slots = { plain: slotsOf(atOnce.plain), browser: slotsOf(atOnce.browser) };
    this.suspects = new Suspects(link);
    this.acks = new LateAcks(link);
    this.answers = new AnswerWriter(link, () => this.acks.flush());
    this.fetcher = options.fetcher({
      owns: (host) => options.owns(partitionOfHost(host, partitions)),
      ownedSince: (host) => this.ownedSince.get(partitionOfHost(host, partitions)) ?? Number.NEGATIVE_INFINITY,
      sharers: options.members,
    });
    link.listen(CANCELS, ({ data }) => this.cancel(data));
    this.beat = setInterval(() => this.workOn(), options.leaseMs / 3);
  }

  /** Fetches in flight and waiting. */
  get held(): number {
    return this.underWay.size;
  }

  /** This station now owns partitions. Their previous owner may have sent requests until a moment ago. */
  took(partitions: readonly number[]): void {
    for (const partition of partitions) {
      this.ownedSince.set(partition, this.options.clock.monotonic());
      this.intakes.set(
        partition,
        LANES.map((lane) => this.intakeOf(partition, lane).start()),
      );
    }
  }

  private intakeOf(partition: number, lane: Lane): Intake {
    const { link, leaseMs, atOnce, warn } = this.options;
    const intake: Intake = new Intake(
      link,
      {
        stream: REQUESTS,
        durable: laneConsumer(partition, lane),
        consumer: {
          filter: laneFilter(partition, lane),
          againAfterMs: leaseMs,
          most: atOnce[lane] * HELD_PER_SLOT,
        },
        ahead: AHEAD,
        warn,
      },
      (message) => this.take(message, { partition, lane, isSuspect: message.seq <= intake.before }),
    );
    return intake;
  }

  /**
   * Ends the work for partitions in order: takes nothing more, gives fetches a moment to end, and stores the states of
   * hosts.
   */
  async settle(partitions: readonly number[]): Promise<void> {
    await this.stopIntakes(partitions);
    const mine = [...this.underWay.values()].filter(({ partition }) => partitions.includes(partition));
    const timer = setTimeout(() => this.end(partitions, 'drained'), DRAIN_MS);
    await Promise.all(mine.map(({ done }) => done));
    clearTimeout(timer);
    this.acks.flush();
    await this.fetcher.settle();
  }

  /** This station has lost partitions: ends all work for them at once. */
  lost(partitions: readonly number[]): void {
    void this.stopIntakes(partitions);
    this.end(partitions, 'lost');
    for (const partition of partitions) this.ownedSince.delete(partition);
    const gone = new Set(partitions);
    this.fetcher.forget((host) => gone.has(partitionOfHost(host, this.options.partitions)));
  }

  async close(): Promise<void> {
    clearInterval(this.beat);
    // From here on nothing is taken, so the work in flight is all there is to stop.
    const stopped = this.stopIntakes([...this.intakes.keys()]);
    for (const one of this.underWay.values()) this.stop(one, 'drained');
    await stopped;
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
    this.acks.flush();
    await this.fetcher.close();
  }

  private async stopIntakes(partitions: readonly number[]): Promise<void> {
    const intakes = partitions.flatMap((partition) => this.intakes.get(partition) ?? []);
    for (const partition of partitions) this.intakes.delete(partition);
    this.makeRoom();
    await Promise.all(intakes.map((intake) => intake.stop()));
  }

  private async take(
    message: JsMsg,
    { partition, lane, isSuspect }: Pick<UnderWay, 'partition' | 'lane' | 'isSuspect'>,
  ): Promise<void> {
    const asked = unpack(message.data) as RequestMessage;
    const name = nameOf(asked.id);
    if (this.cancelled.has(name)) return message.ack();
    const known = this.underWay.get(name);
    // It took so long that NATS has redelivered it: only the newest delivery can be acknowledged.
    if (known !== undefined) {
      known.message = message;
      return;
    }
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const [stop, drop] = [new AbortController(), new AbortController()];
    // A page with a browser has a listener for each of its requests; their number is bounded elsewhere.
    setMaxListeners(0, stop.signal);
    const one: UnderWay = { message, name, partition, isSuspect, lane, stop, drop, end: null, done };
    this.underWay.set(name, one);
    this.heldIn[lane]++;
    void this.work(one, asked)
      .catch((error: unknown) => {
        this.options.warn(
          { err: error, url: shownUrl(asked.request.url) },
          'a request failed and is returned to the fleet',
        );
        one.message.nak(LATER_MS);
      })
      .finally(() => {
        this.underWay.delete(name);
        this.heldIn[one.lane]--;
        finish();
        this.makeRoom();
      });
    while (this.heldIn[lane] >= this.options.atOnce[lane] * HELD_PER_SLOT && this.intakes.has(partition))
      await new Promise<void>((resolve) => this.room.push(resolve));
  }

  private async work(one: UnderWay, asked: RequestMessage): Promise<void> {
    const signal = one.stop.signal;
    const leave = await this.slots[one.lane].enter(
      { session: asked.id.session, project: asked.project ?? asked.id.session },
      signal,
    );
    try {
      if (leave === null) return this.giveBack(one);
      if (!one.isSuspect && one.message.info.deliveryCount < 2) return await this.fetch(one, asked, leave);
      const verdict = await this.suspects.during(asked.id.session, one.name, signal, (counted) =>
        this.fetch(one, asked, leave, counted),
      );
      if (verdict === 'stopped') this.giveBack(one);
      if (verdict === 'unwanted') one.message.ack();
      if (verdict === 'unknown') one.message.nak(LATER_MS);
    } finally {
      leave?.();
    }
  }

  /** A rendered page does not block requests that only need fetching. */
  private toBrowser(one: UnderWay, leave: () => void): void {
    if (one.lane === 'browser') return;
    leave();
    this.heldIn[one.lane]--;
    one.lane = 'browser';
    this.heldIn[one.lane]++;
    this.makeRoom();
  }

  private async fetch(one: UnderWay, asked: RequestMessage, leave: () => void, counted?: Counted): Promise<void> {
    const { request, progress, holdMs } = asked;
    if (one.end !== null) return this.giveBack(one, counted);
    if (holdMs !== undefined) this.fetcher.hold(hostOf(request.url), holdMs);
    const { signal } = one.stop;
    try {
      const outcome = await this.fetcher.fetchWithin(request, signal, progress, {
        toBrowser: () => this.toBrowser(one, leave),
        ...counted,
      });
      // Only a stopped fetch ends this way. Any other result is worth an answer, even if this station does not own the
      // host any more.
      if (outcome.kind === 'aborted' && signal.aborted) return this.giveBack(one, counted);
      const isThere = await this.answers.write({ id: asked.id, outcome }, one.drop.signal, asked.answerForm);
      if (isThere) this.acks.add(one.message);
      else this.giveBack(one, counted);
    } catch (error) {
      if (!(error instanceof Unwanted)) throw error;
      one.message.ack();
    }
  }

  /**
   * Returns it for another fetcher, unless nobody needs it. A lost one is not ours to acknowledge: NATS redelivers it
   * by itself.
   */
  private giveBack({ message, end }: UnderWay, counted?: Counted): void {
    if (end !== 'cancelled') counted?.giveBack();
    if (end === 'cancelled') message.ack();
    else if (end !== 'lost') message.nak();
  }

  private end(partitions: readonly number[], why: 'lost' | 'drained'): void {
    for (const one of this.underWay.values()) if (partitions.includes(one.partition)) this.stop(one, why);
  }

  private stop(one: UnderWay, why: NonNullable<UnderWay['end']>): void {
    one.end ??= why;
    one.stop.abort();
    if (why !== 'lost') one.drop.abort();
  }

  private cancel(data: Uint8Array): void {
    for (const name of (unpack(data) as CancelMessage).names) {
      this.cancelled.set(name, true);
      const one = this.underWay.get(name);
      if (one !== undefined) this.stop(one, 'cancelled');
    }
  }

  /** Keeps NATS from redelivering requests in progress. */
  private workOn(): void {
    for (const { message, end } of this.underWay.values()) if (end === null) message.working();
  }

  private makeRoom(): void {
    for (const wake of this.room.splice(0)) wake();
  }
}
