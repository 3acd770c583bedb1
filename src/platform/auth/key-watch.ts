import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { DomainError } from '../errors/index.js';
import { Callers, type Credentials } from './callers.js';

/** Who opened a connection, as its caller was known then. */
export interface Opener {
  readonly credentials: Credentials;
  /** Id or name of the project that the call named. */
  readonly project: unknown;
  /** See `Caller.fingerprint`. */
  readonly fingerprint: string;
}

/** Looks after connections that stay open: a key that was revoked, or has expired, is not to be told anything more. */
@Injectable()
export class KeyWatch {
  constructor(
    private readonly callers: Callers,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'KEY_RECHECK_SECONDS'>,
  ) {}

  /**
   * @param refused called when the key may no longer be used
   * @returns ends the watch
   */
  watch(opener: Opener, refused: () => void): () => void {
    // Without a key there is none to lose.
    if (opener.fingerprint === '') return () => undefined;
    const timer = setInterval(() => {
      // Where the database does not answer, nothing is known: the next look will tell.
      this.#isRefused(opener).then(
        (isRefused) => {
          if (isRefused) refused();
        },
        () => undefined,
      );
    }, this.config.KEY_RECHECK_SECONDS * 1_000).unref();
    return () => clearInterval(timer);
  }

  async #isRefused({ credentials, project, fingerprint }: Opener): Promise<boolean> {
    try {
      const caller = await this.callers.identify(credentials, project);
      return caller?.fingerprint !== fingerprint;
    } catch (error) {
      // Its project is gone.
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return true;
      throw error;
    }
  }
}
