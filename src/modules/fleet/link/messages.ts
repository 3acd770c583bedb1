import type { FetchOutcome, FetchRequest } from '../../../engine/index.js';
import type { Elsewhere, Progress } from '../../fetching/index.js';

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

/** What is asked of a fetcher. */
export interface RequestMessage {
  readonly id: FetchIdentity;
  readonly request: FetchRequest;
  /** Of a fetch that began at another fetcher. */
  readonly progress?: Progress;
  /** What the worker knows of the host, perhaps from a fetcher that is dead: it is to be left alone for so long, ms. */
  readonly holdMs?: number;
}

/** What a fetcher answers. */
export interface AnswerMessage {
  readonly id: FetchIdentity;
  readonly outcome: FetchOutcome | Elsewhere;
}

/** Requests that nobody waits for any more. */
export interface CancelMessage {
  readonly names: readonly string[];
}

/** Asked before a request is begun that was delivered before: its fetcher may have died of it. */
export interface BeginMessage {
  readonly name: string;
}

/** Whether it is to be begun. A worker that has given it up, or does not know it, says no. */
export interface BeginAnswer {
  readonly go: boolean;
}

/** Headers of a piece of an answer. */
export const PIECE_NAME = 'Gleaner-Fetch';
export const PIECE_NUMBER = 'Gleaner-Piece';
export const PIECE_COUNT = 'Gleaner-Pieces';
