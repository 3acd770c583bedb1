import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/index.js';
import { DomainError } from '../errors/index.js';
import { Callers, type Credentials } from './callers.js';

/** The caller who opened a connection. */
interface Opener {
  readonly credentials: Credentials;
  /** Id or name of the project in the call. */
  readonly project: unknown;
  /** See `Caller.fingerprint`. */
  readonly fingerprint: string;
}

/**
 * Watches connections that stay open: they must not deliver anything after their key has been revoked or has expired.
 */
@Injectable()
export class KeyWatch {
  constructor(
    private readonly callers: Callers,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'KEY_RECHECK_SECONDS'>,
  ) {}

  /**
   * @param refused called once the key is no longer valid
   * @returns a function that ends the watch
   */
  watch(opener: Opener, refused: () => void): () => void {
    // A call without a key has none to lose.
    if (opener.fingerprint === '') return () => undefined;
    const timer = setInterval(() => {
      // While the database does not answer, the key's state is unknown: the next check will show it.
      this.isRefused(opener).then(
        (isRefused) => {
          if (isRefused) refused();
        },
        () => undefined,
      );
    }, this.config.KEY_RECHECK_SECONDS * 1_000).unref();
    return () => clearInterval(timer);
  }

  private async isRefused({ credentials, project, fingerprint }: Opener): Promise<boolean> {
    try {
      const caller = await this.callers.identify(credentials, project);
      return caller?.fingerprint !== fingerprint;
    } catch (error) {
      // The project was deleted.
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return true;
      throw error;
    }
  }
}
