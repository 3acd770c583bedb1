import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../platform/config/index.js';
import { deferredWordVectors } from '../word-vectors/index.js';

/** Prepares the word vectors at a worker's first start, so that the first session or training does not wait for them. */
@Injectable()
export class WordVectorsWarmUp implements OnApplicationBootstrap {
  readonly #log = new Logger('word-vectors');

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  onApplicationBootstrap(): void {
    if (this.config.ROLE !== 'worker') return;
    // Whoever needs them tries again and fails with the reason; the worker lives on for what does not need them.
    deferredWordVectors(this.config.CACHE_DIR).catch((error: unknown) =>
      this.#log.error({ err: error }, 'word vectors cannot be prepared'),
    );
  }
}
