import { Turns } from '../../../platform/turns/index.js';
import type { FleetLink } from '../link/fleet-link.js';
import type { BeginAnswer, BeginMessage } from '../link/messages.js';
import { beginSubject } from '../link/names.js';
import { pack, unpack } from '../link/wire.js';

/** Longest wait for the worker's answer, ms. */
const ANSWER_MS = 3_000;
/** Requests that were delivered before and are under way at a time, unless they are to go alone. */
const AT_ONCE = 16;

/** What became of a request that was delivered before. `unknown`: its worker did not answer. */
export type Verdict = 'done' | 'unwanted' | 'unknown' | 'stopped';

/** A request that is counted as begun while it goes on, and not while it only waits for its host: whoever dies then has not died of it. */
export interface Counted {
  rests(): void;
  /** @throws Unwanted */
  goesOn(): Promise<void>;
  /** It ended, and this process lives: it has not died of it. */
  giveBack(): void;
}

/** Nobody wants the request any more, or its worker has given it up. */
export class Unwanted extends Error {
  override readonly name = 'Unwanted';
}

/**
 * Requests that were delivered before. One of them may have killed its fetcher, and which one is not known: a few go at a time, and those of which a fetcher
 * has died again go alone. Their worker counts, so that it can give up the one that goes on killing.
 */
export class Suspects {
  private readonly some = new Turns(AT_ONCE, Number.POSITIVE_INFINITY, 'requests that were delivered before');
  private readonly single = new Turns(1, Number.POSITIVE_INFINITY, 'requests that a fetcher may have died of');

  constructor(private readonly link: FleetLink) {}

  /** Does the work when its turn has come and its worker agrees. @throws what the work throws */
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
