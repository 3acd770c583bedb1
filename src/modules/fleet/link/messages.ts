import type { FetchOutcome, FetchRequest } from '../../../engine/index.js';
import type { Elsewhere, Progress } from '../../fetching/index.js';
import { isBytes, readOutcome } from './answer-schema.js';

/** Which fetch of which run of a session: whatever is delivered twice, or too late, is known by it. */
export interface FetchIdentity {
  readonly session: string;
  readonly step: number;
  readonly attempt: number;
  /** Of the session's lease: it grows with each worker that takes the session up. */
  readonly epoch: number;
  /** How often the fetch went on at another fetcher. */
  readonly hop: number;
}

export const nameOf = ({ session, step, attempt, epoch, hop }: FetchIdentity): string =>
  `${session}:${step}:${attempt}:${epoch}:${hop}`;

/** The epoch in a name. */
export const epochOfName = (name: string): number => Number(name.split(':').at(-2));

/** What is asked of a fetcher. */
export interface RequestMessage {
  readonly id: FetchIdentity;
  readonly request: FetchRequest;
  /** Whose session it is: projects get alike of what fetchers can do. Workers of an earlier version do not say it. */
  readonly project?: string;
  /** `2`: the worker takes answers to several fetches in one message, and HTML as bytes. Workers of an earlier version do not say it, and are sent neither. */
  readonly answerForm?: 2;
  /** Of a fetch that began at another fetcher. */
  readonly progress?: Progress;
  /** What the worker knows of the host, perhaps from a fetcher that is dead: it is to be left alone for so long, ms. */
  readonly holdMs?: number;
}

/** What a fetcher answers. */
export interface AnswerMessage {
  readonly id: FetchIdentity;
  readonly outcome: FetchOutcome | Elsewhere;
  /** What the outcome's `html` is, in UTF-8; that is empty then. To encode a long string takes many times as long. */
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
 * @throws Error what is wrong with it
 */
export function outcomeOf({ outcome, html }: AnswerMessage): FetchOutcome | Elsewhere {
  const read = readOutcome(outcome);
  if (html !== undefined && !isBytes(html)) throw new TypeError('html: expected bytes');
  return read.kind === 'page' && html !== undefined
    ? { ...read, html: Buffer.from(html.buffer, html.byteOffset, html.byteLength).toString() }
    : read;
}

/** Requests that nobody waits for any more. */
export interface CancelMessage {
  readonly names: readonly string[];
}

/**
 * Of a request that was delivered before: its fetcher may have died of it.
 *
 * `ask`: is it wanted? `begin`: it is begun now, which counts. `back`: it was begun, and its fetcher lives and gives it back, so that this does not count.
 */
export interface BeginMessage {
  readonly name: string;
  readonly phase: 'ask' | 'begin' | 'back';
}

/** Of the worker that has the session. Whoever does not know the run says nothing. */
export interface BeginAnswer {
  /** Whether it is to be begun. A worker that has given it up, or waits for it no more, says no. */
  readonly go: boolean;
  /** A fetcher has died since it was begun as one that was delivered before: it is to be begun with no other one beside it. */
  readonly alone: boolean;
}

/** Header of a message that answers several fetches of one run: its data is a list of so many `AnswerMessage`s. */
export const ANSWERS_TOGETHER = 'Gleaner-Fetches';
/** Answers in one message. */
export const MOST_TOGETHER = 15;

/** Headers of a piece of an answer. */
export const PIECE_NAME = 'Gleaner-Fetch';
export const PIECE_NUMBER = 'Gleaner-Piece';
export const PIECE_COUNT = 'Gleaner-Pieces';
/** Of which writing of the answer it is a piece: a fetcher that was cut off may have written some pieces of another one, with other bytes. */
export const PIECE_WRITING = 'Gleaner-Writing';
