import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { partitionOf } from '../../../domain/fleet/index.js';
import { hostOf } from '../../../domain/url/index.js';
import type { Clock, Fetcher, FetchOutcome, FetchRequest } from '../../../engine/index.js';
import { failureOutcome, type Elsewhere, type Progress } from '../../fetching/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import { Intake } from '../link/intake.js';
import {
  epochOfName,
  MOST_TOGETHER,
  nameOf,
  outcomeOf,
  type AnswerMessage,
  type BeginAnswer,
  type BeginMessage,
  type CancelMessage,
  type FetchIdentity,
  type RequestMessage,
} from '../link/messages.js';
import {
  beginSubject,
  CANCELS,
  type Lane,
  laneConsumer,
  REQUESTS,
  requestSubject,
  RESULTS,
  resultSubject,
  type Run,
  runConsumer,
} from '../link/names.js';
import { clearEarlierRuns, clearRun, heldOf } from './run-traces.js';
import { pack, unpack } from '../link/wire.js';
import { answeredBy, AnswerPieces, isTogether } from './answer-pieces.js';
import { Unsettled } from './unsettled.js';

export interface FleetSessionOptions {
  readonly link: FleetLink;
  readonly sessionId: string;
  /** Of the session's lease: answers to earlier holders are dropped. */
  readonly epoch: number;
  readonly projectId?: string;
  readonly partitions: number;
  readonly clock: Clock;
  readonly warn: (message: string) => void;
  /** The time that a fetcher has for an answer, ms. By default as long as the request may take. */
  readonly answerMs?: number;
}

/** A fetch that waits for its answer. */
interface Pending {
  readonly id: FetchIdentity;
  readonly bytes: Uint8Array;
  readonly subject: string;
  /** By which it is delivered. */
  readonly consumer: string;
  /** Of its settings. */
  readonly maxBytes: number;
  /** The longest that a fetcher may have it without an answer, ms. */
  readonly answerMs: number;
  /** How often it was begun after it had been delivered before, and not given back. */
  begun: number;
  /** In the stream of requests; null until NATS has it. */
  sequence: number | null;
  /** Since NATS has it, ms; and since a fetcher has it. Both are counted in looks. */
  sentMs: number;
  heldMs: number;
  readonly resolve: (outcome: FetchOutcome | Elsewhere) => void;
}

/** Answers stay with NATS until their steps are committed. A commit that takes longer than this finds its answers delivered again, and drops those. */
const AGAIN_AFTER_MS = 60_000;
const MOST_UNSETTLED = 10_000;
const AHEAD = 64;
/** A request whose fetcher has died is begun so often in all: at first, and then each time that its worker agrees. */
const MOST_DEATHS = 3;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;
/** How often a fetch may go on at another fetcher, besides by redirects. */
const MORE_HOPS = 10;
/** The longest HTML of a page: documents of other kinds become longer by it. */
const HTML_PER_BYTE = 4;
const HTML_BESIDES = 1_000_000;
/** Hosts that asked to be left alone. */
const KEPT_HOLDS = 10_000;

/** Fetchers hold requests that wait for a place: those are several fetches one after the other. */
const FETCHES_IN_A_ROW = 5;
/** A page may wait for a renderer for so long, ms. */
const RENDERER_MS = 30 * 60_000;
/** The least time that a fetcher has for an answer, ms. */
const LEAST_ANSWER_MS = 10 * 60_000;
/** NATS is asked whether it has delivered a request when this part of its time is over: most are answered by then. */
const ASKED_AFTER = 10;

/** The longest that a fetcher needs for a request, with those before it, ms. */
function longestOf({ settings, patienceMs = 0 }: FetchRequest): number {
  const alone = patienceMs + (settings.maxRedirects + 1) * settings.timeoutMs;
  return FETCHES_IN_A_ROW * alone + (settings.render === 'never' ? 0 : RENDERER_MS);
}

/** Pages that are all rendered have a lane of their own: see `LANES`. */
const laneOf = ({ settings, as }: FetchRequest): Lane =>
  settings.render === 'always' && as !== 'sitemap' ? 'browser' : 'plain';

const requestOf = ({ bytes }: Pending): FetchRequest => (unpack(bytes) as RequestMessage).request;

/** The name of the fetch that an answer says it is for; '' when it says none. */
function fetchOf(answer: unknown): string {
  const { id } = (answer ?? {}) as Partial<AnswerMessage>;
  return id ? nameOf(id) : '';
}

/** Fetches for one session through the fleet. */
export class FleetSession implements Fetcher {
  private readonly pending = new Map<string, Pending>();
  private readonly unsettled = new Unsettled();
  private readonly holds = new LRUCache<string, number>({ max: KEPT_HOLDS });
  private readonly pieces = new AnswerPieces();
  private readonly intake: Intake;
  private readonly closed = new AbortController();
  private readonly ready: Promise<void>;
  private readonly begins;
  private readonly run: Run;
  private missedOnce = false;
  private nextStep = 0;

  constructor(private readonly options: FleetSessionOptions) {
    const { link, sessionId, epoch, warn } = options;
    this.run = { session: sessionId, epoch };
    this.intake = new Intake(
      link,
      {
        stream: RESULTS,
        durable: runConsumer(this.run),
        consumer: { filter: resultSubject(this.run), againAfterMs: AGAIN_AFTER_MS, most: MOST_UNSETTLED },
        ahead: AHEAD,
        warn,
      },
      (message) => this.take(message),
    );
    this.begins = link.listen(beginSubject(sessionId), (message) => {
      const answer = this.begin(message.data);
      if (answer !== null) message.respond(pack(answer));
    });
    this.ready = this.open();
  }

  /** Fetches under way. */
  get underWay(): number {
    return this.pending.size;
  }

  async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const startedAt = this.options.clock.now();
    // Each fetch in flight listens; their number is bounded by whoever asks.
    setMaxListeners(0, signal);
    const { step: asked, ...plain } = request;
    const { no: step, attempt } = asked ?? { no: this.nextStep++, attempt: 0 };
    const { sessionId: session, epoch } = this.options;
    const exchanges: NonNullable<FetchOutcome['exchanges']>[number][] = [];
    let next: FetchRequest = plain;
    let progress: Progress | undefined;
    for (let hop = 0; ; hop++) {
      const id = { session, step, attempt, epoch, hop };
      const outcome = await this.ask(id, next, progress, signal);
      if (outcome.exchanges !== undefined) exchanges.push(...outcome.exchanges);
      if (outcome.kind !== 'elsewhere')
        return exchanges.length === 0 ? outcome : { ...outcome, exchanges: [...exchanges] };
      const { kind: _, exchanges: __, url, ...way } = outcome;
      const { redirects } = way;
      if (hop >= request.settings.maxRedirects + MORE_HOPS)
        return failureOutcome('redirect-limit', `${hop} fetchers in a row handed it on`, this.trailOf(url));
      // A request of another page: what was known of the first one is none of its business.
      if (redirects.length > 0) {
        const { validators: _, ...rest } = next;
        next = { ...rest, url };
      }
      progress = way;
      if (signal.aborted) return this.aborted(url, redirects, startedAt);
    }
  }

  /** Steps are stored: their answers are needed no more. */
  committed(steps: Iterable<number>): void {
    this.unsettled.stored(steps);
  }

  /** NATS may have lost what it had: everything that waits is asked again. What it has still it knows by its name. */
  async again(): Promise<void> {
    await this.intake.renew();
    await Promise.all([...this.pending.values()].map((one) => this.publish(one, this.closed.signal)));
  }

  /** Leaves nothing of the session behind. */
  async close(): Promise<void> {
    this.closed.abort();
    const names = [...this.pending.keys()];
    this.cancel(names);
    for (const [name, { id, resolve }] of this.pending) {
      this.pending.delete(name);
      resolve(this.aborted('', [], this.options.clock.now()));
      this.pieces.drop(nameOf(id));
    }
    this.begins.unsubscribe();
    // Nothing of it is to come after what is taken away below.
    this.options.link.publications.flush();
    await this.ready;
    await this.intake.stop();
    await clearRun(this.options.link, this.run);
  }

  /**
   * Whether NATS may have lost something though its streams are the old ones, as after a power failure: at two looks in a row it had fewer requests and answers
   * than were waited for all the while.
   */
  async misses(): Promise<boolean> {
    const before = this.missedOnce;
    const waiting = [...this.pending.values()].filter(({ sequence }) => sequence !== null);
    const taken = this.unsettled.sequences;
    this.missedOnce = false;
    if (waiting.length === 0) return false;
    const { requests, answers } = await heldOf(this.options.link, this.run);
    // What came or was settled meanwhile may be counted or not.
    const still = new Set(this.pending.values());
    const waitingThroughout = waiting.filter((one) => still.has(one)).length;
    const untaken = answers - taken.filter((sequence) => this.unsettled.has(sequence)).length;
    // Each answer that is on its way may be one to several fetches.
    const held = requests + (untaken > 0 ? untaken * MOST_TOGETHER : untaken);
    this.missedOnce = held < waitingThroughout;
    return before && this.missedOnce;
  }

  /**
   * Ends fetches that fetchers have had for longer than any takes: one that hangs, or that somebody has taken over, renews its lease and never answers. What
   * waits with NATS for a fetcher may wait for as long as it takes.
   *
   * @param passedMs since the last look
   * @param deliveredBy the last sequence in the stream of requests that a consumer has delivered
   */
  async endSilent(passedMs: number, deliveredBy: (consumer: string) => Promise<number>): Promise<void> {
    for (const [name, one] of [...this.pending]) {
      if (one.sequence === null) continue;
      one.sentMs += passedMs;
      if (one.sentMs < one.answerMs / ASKED_AFTER || one.sequence > (await deliveredBy(one.consumer))) continue;
      one.heldMs += passedMs;
      if (one.heldMs < one.answerMs || !this.pending.delete(name)) continue;
      this.pieces.drop(name);
      this.cancel([name]);
      // Nobody is to have it again, whatever becomes of the one that has it.
      await this.options.link.admin.streams.deleteMessage(REQUESTS, one.sequence).catch(() => undefined);
      const message = `the fetcher of the fleet has not answered for ${Math.round(one.heldMs / 1_000)} s`;
      this.options.warn(`${requestOf(one).url}: ${message}`);
      one.resolve(failureOutcome('timeout', message, this.trailOf(requestOf(one).url)));
    }
  }

  private async open(): Promise<void> {
    const { link } = this.options;
    // An earlier holder of the session may have left something, or be at work still and not know that it has lost the session.
    await clearEarlierRuns(link, this.run).catch(() => undefined);
    if (!this.closed.signal.aborted) this.intake.start();
  }

  private async ask(
    id: FetchIdentity,
    request: FetchRequest,
    progress: Progress | undefined,
    signal: AbortSignal,
  ): Promise<FetchOutcome | Elsewhere> {
    const { partitions, clock, projectId } = this.options;
    const [partition, lane] = [partitionOf(request.url, partitions), laneOf(request)];
    const name = nameOf(id);
    const startedAt = clock.now();
    await this.ready;
    if (signal.aborted || this.closed.signal.aborted) return this.aborted(request.url, [], startedAt);
    const holdMs = Math.max(0, (this.holds.get(hostOf(request.url)) ?? 0) - clock.monotonic());
    const message: RequestMessage = {
      id,
      request,
      ...(projectId === undefined ? {} : { project: projectId }),
      answerForm: 2,
      ...(progress === undefined ? {} : { progress }),
      ...(holdMs === 0 ? {} : { holdMs }),
    };
    return new Promise((resolve) => {
      const end = (outcome: FetchOutcome | Elsewhere): void => {
        signal.removeEventListener('abort', abort);
        resolve(outcome);
      };
      const abort = (): void => {
        this.pending.delete(name);
        this.pieces.drop(name);
        this.cancel([name]);
        end(this.aborted(request.url, [], startedAt));
      };
      const one: Pending = {
        id,
        bytes: pack(message),
        subject: requestSubject(partition, lane, this.run),
        consumer: laneConsumer(partition, lane),
        maxBytes: request.settings.maxBytes,
        answerMs: this.options.answerMs ?? Math.max(LEAST_ANSWER_MS, longestOf(request)),
        begun: 0,
        sequence: null,
        sentMs: 0,
        heldMs: 0,
        resolve: end,
      };
      signal.addEventListener('abort', abort, { once: true });
      this.pending.set(name, one);
      void this.publish(one, signal);
    });
  }

  /** Until NATS has the request: a full stream, or NATS away, holds the session up. */
  private async publish(one: Pending, signal: AbortSignal): Promise<void> {
    const { id, subject, bytes } = one;
    const name = nameOf(id);
    let told = false;
    for (let waitMs = FIRST_RETRY_MS; !signal.aborted && this.pending.has(name); waitMs *= 2) {
      try {
        one.sequence = await this.options.link.publications.publishSoon({ subject, data: bytes, msgID: name });
        return;
      } catch (error) {
        if (!told && waitMs > LONGEST_RETRY_MS) this.options.warn(`a request waits for NATS: ${String(error)}`);
        told ||= waitMs > LONGEST_RETRY_MS;
        await sleep(Math.min(LONGEST_RETRY_MS, waitMs), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private take(message: JsMsg): void {
    if (isTogether(message)) return this.answer(unpack(message.data) as unknown[], [message]);
    const name = answeredBy(message);
    // No answer, a second one, or one to a fetch that was given up.
    if (name === null || !this.pending.has(name)) return this.answer([], [message]);
    try {
      const whole = this.pieces.add(name, message);
      if (whole !== null) this.answer([unpack(whole.data)], whole.messages, name);
    } catch (error) {
      this.answer([error], [message], name);
    }
  }

  /**
   * Gives answers to those who wait for them.
   *
   * @param answers as they were sent, or why they cannot be read
   * @param messages which brought them
   * @param named the one fetch that they are for, as the messages say
   */
  private answer(answers: readonly unknown[], messages: readonly JsMsg[], named?: string): void {
    const steps: number[] = [];
    let isNews = false;
    for (const answer of answers) {
      const name = named ?? fetchOf(answer);
      const waiting = this.pending.get(name);
      if (waiting === undefined) continue;
      isNews = true;
      this.pending.delete(name);
      this.pieces.drop(name);
      const outcome = this.read(answer, waiting);
      if (outcome.kind !== 'elsewhere') steps.push(waiting.id.step);
      this.learn(outcome);
      waiting.resolve(outcome);
    }
    // What is kept until its commit may be delivered again, and stays. Its sequence alone does not tell: a stream that was lost begins with the first one again.
    if (isNews || !messages.every(({ seq }) => this.unsettled.has(seq))) this.unsettled.keep(messages, steps);
  }

  /** What cannot be read ends its fetch: asked again, the fetcher would say it again. */
  private read(answer: unknown, waiting: Pending): FetchOutcome | Elsewhere {
    try {
      if (answer instanceof Error) throw answer;
      const outcome = outcomeOf(answer as AnswerMessage);
      if (outcome.kind === 'page' && outcome.html.length > waiting.maxBytes * HTML_PER_BYTE + HTML_BESIDES)
        throw new RangeError('html: longer than was asked for');
      return outcome;
    } catch (error) {
      const message = `the fetcher gave an answer that cannot be read: ${String(error)}`;
      this.options.warn(message);
      return failureOutcome('decode', message, this.trailOf(requestOf(waiting).url));
    }
  }

  private learn(outcome: FetchOutcome | Elsewhere): void {
    if (!('retryAfterMs' in outcome) || outcome.retryAfterMs === undefined) return;
    this.holds.set(hostOf(outcome.finalUrl), this.options.clock.monotonic() + outcome.retryAfterMs);
  }

  /** Answers a fetcher about a request that was delivered before. Null: it is none of this run's business. @throws what is wrong with the question */
  private begin(data: Uint8Array): BeginAnswer | null {
    const { name, phase } = unpack(data) as BeginMessage;
    const one = this.pending.get(name);
    if (one === undefined) return epochOfName(name) > this.run.epoch ? null : { go: false, alone: false };
    if (phase === 'back') one.begun = Math.max(0, one.begun - 1);
    else if (phase === 'begin' && !this.mayBegin(name, one)) return { go: false, alone: false };
    return { go: true, alone: one.begun > 0 };
  }

  /** Counts one more beginning. @returns false for a page of which too many fetchers have died: it is given up */
  private mayBegin(name: string, one: Pending): boolean {
    if (++one.begun < MOST_DEATHS) return true;
    this.pending.delete(name);
    this.pieces.drop(name);
    const message = `${MOST_DEATHS} fetchers in a row ended while they fetched it`;
    one.resolve(failureOutcome('fetcher-died', message, this.trailOf(requestOf(one).url)));
    return false;
  }

  /** Of a fetch that this process ends itself. */
  private trailOf(finalUrl: string): Parameters<typeof failureOutcome>[2] {
    return { finalUrl, redirects: [], fetchedAt: this.options.clock.now(), durationMs: 0 };
  }

  private cancel(names: readonly string[]): void {
    const { connection } = this.options.link;
    if (names.length > 0 && !connection.isClosed())
      connection.publish(CANCELS, pack({ names } satisfies CancelMessage));
  }

  private aborted(finalUrl: string, redirects: readonly string[], startedAt: number): FetchOutcome {
    const { clock } = this.options;
    const fetchedAt = clock.now();
    return failureOutcome('aborted', 'the fetch was stopped', {
      finalUrl,
      redirects,
      fetchedAt,
      durationMs: fetchedAt - startedAt,
    });
  }
}
