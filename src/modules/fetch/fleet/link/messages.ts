import type { FetchOutcome, FetchRequest } from '../../../../engine/index.js';
import type { Elsewhere, Progress } from '../../fetching/index.js';
import { isBytes, readOutcome } from './answer-schema.js';

/** Identifies a fetch of a run of a session: duplicates and late messages are recognised by it. */
export interface FetchIdentity {
  readonly session: string;
  readonly step: number;
  readonly attempt: number;
  /** Of the session's lease: it grows with each worker that claims the session. */
  readonly epoch: number;
  /** Number of transfers of the fetch to another fetcher. */
  readonly hop: number;
}

export const nameOf = ({ session, step, attempt, epoch, hop }: FetchIdentity): string =>
  `${session}:${step}:${attempt}:${epoch}:${hop}`;

/** The epoch, the second part of a name from its end; NaN for texts of another form. */
export const epochOfName = (name: string): number => Number(name.split(':').at(-2));

/** A request to a fetcher. */
export interface RequestMessage {
  readonly id: FetchIdentity;
  readonly request: FetchRequest;
  /** The session's project: projects get equal shares of the fetchers. Absent from workers of an earlier version. */
  readonly project?: string;
  /**
   * `2`: the worker accepts several answers in one message, and HTML as bytes. Absent from workers of an earlier
   * version, which get neither.
   */
  readonly answerForm?: 2;
  /** Of a fetch that started at another fetcher. */
  readonly progress?: Progress;
  /** The worker's knowledge about the host, perhaps from a dead fetcher: the remaining pause, ms. */
  readonly holdMs?: number;
}

/** A fetcher's answer. */
export interface AnswerMessage {
  readonly id: FetchIdentity;
  readonly outcome: FetchOutcome | Elsewhere;
  /**
   * The outcome's `html` in UTF-8, with an empty `html` in the outcome. Encoding a long string takes many times as
   * long.
   */
  readonly html?: Uint8Array;
}

/** An answer with its HTML as bytes. */
export const withBytes = ({ id, outcome }: AnswerMessage): AnswerMessage =>
  outcome.kind === 'page'
    ? { id, outcome: { ...outcome, html: '' }, html: Buffer.from(outcome.html) }
    : { id, outcome };

/**
 * The outcome of an answer in either form.
 *
 * @throws Error saying what is wrong with it
 */
export function outcomeOf({ outcome, html }: AnswerMessage): FetchOutcome | Elsewhere {
  const read = readOutcome(outcome);
  if (html !== undefined && !isBytes(html)) throw new TypeError('html: expected bytes');
  return read.kind === 'page' && html !== undefined
    ? { ...read, html: Buffer.from(html.buffer, html.byteOffset, html.byteLength).toString() }
    : read;
}

/** Requests that are no longer needed. */
export interface CancelMessage {
  readonly names: readonly string[];
}

/**
 * A question about a redelivered request: its fetcher may have died of it.
 *
 * `ask`: is it still needed? `begin`: it starts now, which counts. `back`: it was started, and its living fetcher
 * returns it, so that the start does not count.
 */
export interface BeginMessage {
  readonly name: string;
  readonly phase: 'ask' | 'begin' | 'back';
}

/** From the worker that has the session. Workers that do not know the run do not answer. */
export interface BeginAnswer {
  /** Whether to start it. False if the worker has failed it, or does not wait for it any more. */
  readonly go: boolean;
  /** A fetcher has died since its start after a redelivery: it must run with no other redelivered request beside it. */
  readonly alone: boolean;
}

/**
 * Header of a message that answers several fetches of one run: its value is the number of `AnswerMessage`s in the list.
 */
export const ANSWERS_TOGETHER = 'Gleaner-Fetches';
/** Most answers in one message. */
export const MOST_TOGETHER = 15;

/** Headers of a piece of an answer. */
export const PIECE_NAME = 'Gleaner-Fetch';
export const PIECE_NUMBER = 'Gleaner-Piece';
export const PIECE_COUNT = 'Gleaner-Pieces';
/**
 * Identifies the writing of the answer: an interrupted fetcher may have written pieces of another one, with other
 * bytes.
 */
export const PIECE_WRITING = 'Gleaner-Writing';
