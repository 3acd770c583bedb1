import { Semaphore } from '../../../../platform/concurrency/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import type { BeginAnswer, BeginMessage } from '../link/messages.js';
import { beginSubject } from '../link/names.js';
import { pack, unpack } from '../link/wire.js';

/** Longest wait for the worker's answer, ms. */
const ANSWER_MS = 3_000;
/** Most redelivered requests in progress at a time, unless they must run alone. */
const AT_ONCE = 16;

/** The result of checking a redelivered request. `unknown`: its worker did not answer. */
type Verdict = 'done' | 'unwanted' | 'unknown' | 'stopped';

/**
 * A request that counts as started while it runs, but not while it only waits for its host: a fetcher that dies then
 * has not died of it.
 */
export interface Counted {
  rests(): void;
  /** @throws Unwanted */
  goesOn(): Promise<void>;
  /** It ended, and this process is alive: the request was not to blame. */
  giveBack(): void;
}

/** The request is no longer needed, or its worker has failed it. */
export class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

/**
 * Redelivered requests. One of them may have killed its fetcher, but which one is unknown: a few run at a time, and
 * those during which a fetcher has died again run alone. Their worker counts starts, so that it can fail the one that
 * keeps killing fetchers.
 */
export class Suspects {
  private readonly some = new Semaphore(AT_ONCE, Number.POSITIVE_INFINITY, 'redelivered requests');
  private readonly single = new Semaphore(1, Number.POSITIVE_INFINITY, 'requests that a fetcher may have died of');

  constructor(private readonly link: FleetLink) {}

  /** Does the work at its turn, if its worker agrees. @throws the work's error */
  async during(
    session: string,
    name: string,
    signal: AbortSignal,
    work: (counted: Counted) => Promise<void>,
  ): Promise<Verdict> {
    const asked = await this.ask(session, { name, phase: 'ask' });
    if (asked === null) return 'unknown';
    if (!asked.go) return 'unwanted';
    let begun = false;
    try {
      return await (asked.alone ? this.single : this.some).run(async () => {
        const answer = await this.ask(session, { name, phase: 'begin' });
        if (answer === null) return 'unknown';
        if (!answer.go) return 'unwanted';
        begun = true;
        await work(this.counted(session, name));
        return 'done';
      }, signal);
    } catch (error) {
      if (!begun && signal.aborted) return 'stopped';
      throw error;
    }
  }

  private counted(session: string, name: string): Counted {
    const { connection } = this.link;
    let isCounted = true;
    const giveBack = (): void => {
      if (!isCounted) return;
      isCounted = false;
      const message: BeginMessage = { name, phase: 'back' };
      if (!connection.isClosed()) connection.publish(beginSubject(session), pack(message));
    };
    const goesOn = async (): Promise<void> => {
      if (isCounted) return;
      const answer = await this.ask(session, { name, phase: 'begin' });
      if (answer?.go === false) throw new Unwanted(name);
      isCounted = answer !== null;
    };
    return { rests: giveBack, goesOn, giveBack };
  }

  private ask(session: string, message: BeginMessage): Promise<BeginAnswer | null> {
    return this.link.connection
      .request(beginSubject(session), pack(message), { timeout: ANSWER_MS })
      .then(({ data }) => unpack(data) as BeginAnswer)
      .catch(() => null);
  }
}
