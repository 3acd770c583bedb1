import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { partitionOf } from '../../../../domain/fleet/index.js';
import { hostOf } from '../../../../domain/url/index.js';
import type { Clock, Fetcher, FetchOutcome, FetchRequest } from '../../../../engine/index.js';
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
import { retryDelayMs } from '../link/publications.js';
import { pack, unpack } from '../link/wire.js';
import { answeredBy, AnswerPieces, isTogether } from './answer-pieces.js';
import { Unsettled } from './unsettled.js';
import { shownUrl, type Warn } from '../../../../platform/telemetry/index.js';

interface FleetSessionOptions {
  readonly link: FleetLink;
  readonly sessionId: string;
  /** Of the session's lease: answers to earlier holders are dropped. */
  readonly epoch: number;
  readonly projectId?: string;
  readonly partitions: number;
  readonly clock: Clock;
  readonly warn: Warn;
  /** A fetcher's time for an answer, ms. Default: the longest duration of the request. */
  readonly answerMs?: number;
}

/** A fetch that waits for its answer. */
interface Pending {
  readonly id: FetchIdentity;
  readonly bytes: Uint8Array;
  readonly subject: string;
  /** The consumer that delivers it. */
  readonly consumer: string;
  /** Of its settings. */
  readonly maxBytes: number;
  /** The longest time for which a fetcher may hold it without an answer, ms. */
  readonly answerMs: number;
  /** Number of starts after a redelivery, without those given back. */
  begun: number;
  /** In the stream of requests; null until NATS has it. */
  sequence: number | null;
  /** Time since NATS has it, and since a fetcher has it, ms. Both are counted in checks. */
  sentMs: number;
  heldMs: number;
  readonly resolve: (outcome: FetchOutcome | Elsewhere) => void;
}

/**
 * NATS keeps answers until their steps are committed. If a commit takes longer than this, its answers are redelivered,
 * and dropped.
 */
const AGAIN_AFTER_MS = 60_000;
const MOST_UNSETTLED = 10_000;
const AHEAD = 64;
/** Most starts of a request whose fetchers have died: the first one, and then each that its worker allows. */
const MOST_DEATHS = 3;
/** Refusals of a request before they are logged: some 6 s. */
const WARN_AFTER = 5;
/** Most transfers of a fetch to another fetcher, besides redirects. */
const MORE_HOPS = 10;
/** Bound for the HTML of a page: conversion lengthens documents of other kinds. */
const HTML_PER_BYTE = 4;
const HTML_BESIDES = 1_000_000;
/** Most hosts with a pause in memory. */
const KEPT_HOLDS = 10_000;

/** Fetchers hold requests that wait for a slot: that makes several fetches in a row. */
const FETCHES_IN_A_ROW = 5;
/** Longest wait of a page for a renderer, ms. */
const RENDERER_MS = 30 * 60_000;
/** A fetcher's minimum time for an answer, ms. */
const LEAST_ANSWER_MS = 10 * 60_000;
/**
 * NATS is asked whether it has delivered a request after this fraction of the request's time: most are answered by
 * then.
 */
const ASKED_AFTER = 10;

/** The longest time that a fetcher needs for a request and earlier ones, ms. */
function longestOf({ settings, patienceMs = 0 }: FetchRequest): number {
  const alone = patienceMs + (settings.maxRedirects + 1) * settings.timeoutMs;
  return FETCHES_IN_A_ROW * alone + (settings.render === 'never' ? 0 : RENDERER_MS);
}

/** Pages that are all rendered have their own lane: see `LANES`. */
const laneOf = ({ settings, as }: FetchRequest): Lane =>
  settings.render === 'always' && as !== 'sitemap' ? 'browser' : 'plain';

const requestOf = ({ bytes }: Pending): FetchRequest => (unpack(bytes) as RequestMessage).request;

/** The name of the fetch in an answer; '' if absent. */
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

  /** Fetches in flight. */
  get underWay(): number {
    return this.pending.size;
  }

  async fetch(request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> {
    const startedAt = this.options.clock.now();
    // Each fetch in flight adds a listener; callers bound their number.
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
      // A request for another page: facts about the first one do not apply to it.
      if (redirects.length > 0) {
        const { validators: _, ...rest } = next;
        next = { ...rest, url };
      }
      progress = way;
      if (signal.aborted) return this.aborted(url, redirects, startedAt);
    }
  }

  /** Steps are stored: their answers are not needed any more. */
  committed(steps: Iterable<number>): void {
    this.unsettled.stored(steps);
  }

  /** NATS may have lost messages: resends everything pending. NATS recognises duplicates by their names. */
  async again(): Promise<void> {
    await this.intake.renew();
    await Promise.all([...this.pending.values()].map((one) => this.publish(one, this.closed.signal)));
  }

  /** Removes everything of the session from NATS. */
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
    // Nothing may arrive after the removal below.
    this.options.link.publications.flush();
    await this.ready;
    await this.intake.stop();
    await clearRun(this.options.link, this.run);
  }

  /**
   * Whether NATS may have lost messages although its streams are the old ones, as after a power failure: in two
   * consecutive checks it had fewer requests and answers than were pending all the time.
   */
  async misses(): Promise<boolean> {
    const before = this.missedOnce;
    const waiting = [...this.pending.values()].filter(({ sequence }) => sequence !== null);
    const taken = this.unsettled.sequences;
    this.missedOnce = false;
    if (waiting.length === 0) return false;
    const { requests, answers } = await heldOf(this.options.link, this.run);
    // Answers that arrived or were acknowledged meanwhile may be counted or not.
    const still = new Set(this.pending.values());
    const waitingThroughout = waiting.filter((one) => still.has(one)).length;
    const untaken = answers - taken.filter((sequence) => this.unsettled.has(sequence)).length;
    // Each answer in flight may be for one or several fetches.
    const held = requests + (untaken > 0 ? untaken * MOST_TOGETHER : untaken);
    this.missedOnce = held < waitingThroughout;
    return before && this.missedOnce;
  }

  /**
   * Ends fetches that a fetcher has held longer than any fetch takes: a hanging or compromised fetcher renews its lease
   * and never answers. A fetch may wait in NATS for a fetcher without limit.
   *
   * @param passedMs since the last check
   * @param deliveredBy the last sequence in the stream of requests that a consumer has delivered
   */
  async endSilent(passedMs: number, deliveredBy: (consumer: string) => Promise<number>): Promise<void> {
    const { sessionId } = this.options;
    for (const [name, one] of [...this.pending]) {
      if (one.sequence === null) continue;
      one.sentMs += passedMs;
      if (one.sentMs < one.answerMs / ASKED_AFTER || one.sequence > (await deliveredBy(one.consumer))) continue;
      one.heldMs += passedMs;
      if (one.heldMs < one.answerMs || !this.pending.delete(name)) continue;
      this.pieces.drop(name);
      this.cancel([name]);
      // Nobody may receive it again, whatever happens to the fetcher that holds it.
      await this.options.link.admin.streams.deleteMessage(REQUESTS, one.sequence).catch(() => undefined);
      const { url } = requestOf(one);
      const message = `the fetcher of the fleet has not answered for ${Math.round(one.heldMs / 1_000)} s`;
      this.options.warn(
        { sessionId, url: shownUrl(url), heldMs: one.heldMs },
        'a fetcher of the fleet has not answered',
      );
      one.resolve(failureOutcome('timeout', message, this.trailOf(url)));
    }
  }

  private async open(): Promise<void> {
    const { link } = this.options;
    // An earlier holder of the session may have left messages, or may still be working without knowing that it lost the
    // session.
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

  /** Returns when NATS has the request: a full stream, or an unavailable NATS, holds up the session. */
  private async publish(one: Pending, signal: AbortSignal): Promise<void> {
    const { id, subject, bytes } = one;
    const name = nameOf(id);
    const { sessionId } = this.options;
    for (let attempt = 0; !signal.aborted && this.pending.has(name); attempt++) {
      try {
        one.sequence = await this.options.link.publications.publishSoon({ subject, data: bytes, msgID: name });
        return;
      } catch (error) {
        if (attempt === WARN_AFTER) this.options.warn({ err: error, sessionId }, 'a request waits for NATS');
        await sleep(retryDelayMs(attempt), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private take(message: JsMsg): void {
    if (isTogether(message)) return this.answer(unpack(message.data) as unknown[], [message]);
    const name = answeredBy(message);
    // No answer, a duplicate, or one to an aborted fetch.
    if (name === null || !this.pending.has(name)) return this.answer([], [message]);
    try {
      const whole = this.pieces.add(name, message);
      if (whole !== null) this.answer([unpack(whole.data)], whole.messages, name);
    } catch (error) {
      this.answer([error], [message], name);
    }
  }

  /**
   * Passes answers to their waiting fetches.
   *
   * @param answers as they were sent, or why they cannot be read
   * @param messages which brought them
   * @param named the only fetch that they may answer, according to the messages
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
    // Messages kept until their commit may be redelivered, and stay. The sequence alone is not enough: a stream that
    // was lost starts with the first one again.
    if (isNews || !messages.every(({ seq }) => this.unsettled.has(seq))) this.unsettled.keep(messages, steps);
  }

  /** An unreadable answer ends its fetch: on a retry the fetcher would send it again. */
  private read(answer: unknown, waiting: Pending): FetchOutcome | Elsewhere {
    try {
      if (answer instanceof Error) throw answer;
      const outcome = outcomeOf(answer as AnswerMessage);
      if (outcome.kind === 'page' && outcome.html.length > waiting.maxBytes * HTML_PER_BYTE + HTML_BESIDES)
        throw new RangeError('html: longer than requested');
      return outcome;
    } catch (error) {
      const message = `the fetcher gave an answer that cannot be read: ${String(error)}`;
      this.options.warn(
        { err: error, sessionId: this.options.sessionId },
        'a fetcher gave an answer that cannot be read',
      );
      return failureOutcome('decode', message, this.trailOf(requestOf(waiting).url));
    }
  }

  private learn(outcome: FetchOutcome | Elsewhere): void {
    if (!('retryAfterMs' in outcome) || outcome.retryAfterMs === undefined) return;
    this.holds.set(hostOf(outcome.finalUrl), this.options.clock.monotonic() + outcome.retryAfterMs);
  }

  /**
   * Answers a fetcher's question about a redelivered request. Null if it does not concern this run. @throws Error
   * saying what is wrong with the question
   */
  private begin(data: Uint8Array): BeginAnswer | null {
    const { name, phase } = unpack(data) as BeginMessage;
    const one = this.pending.get(name);
    if (one === undefined) return epochOfName(name) > this.run.epoch ? null : { go: false, alone: false };
    if (phase === 'back') one.begun = Math.max(0, one.begun - 1);
    else if (phase === 'begin' && !this.mayBegin(name, one)) return { go: false, alone: false };
    return { go: true, alone: one.begun > 0 };
  }

  /** Counts one more start. @returns false if too many fetchers have died of a page: it fails */
  private mayBegin(name: string, one: Pending): boolean {
    if (++one.begun < MOST_DEATHS) return true;
    this.pending.delete(name);
    this.pieces.drop(name);
    const message = `${MOST_DEATHS} fetchers in a row ended while they fetched it`;
    one.resolve(failureOutcome('fetcher-died', message, this.trailOf(requestOf(one).url)));
    return false;
  }

  /** For a fetch that this process itself ends. */
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
