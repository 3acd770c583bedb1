import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { ApiKeys, Callers, KeyWatch, SignInsRepository, StoredKeysRepository } from './auth/index.js';
import { APP_CONFIG, type AppConfig } from './config/index.js';
import { CrawlDatabase, DATABASE_URL, Events, PrismaService, ReadingDatabase } from './database/index.js';
import { eventsOf } from './events/index.js';
import { HealthService } from './health/index.js';
import { IdempotencyRepository, IdempotencyService } from './idempotency/index.js';
import { LeaseKeeper } from './leases/index.js';
import { Metrics } from './metrics/index.js';
import { Volumes } from './volumes/index.js';

/** Providers for all modules: settings, database, notifications, idempotency, metrics, keys. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot(config: AppConfig, databaseUrl: string): DynamicModule {
    const providers: Provider[] = [
      { provide: APP_CONFIG, useValue: config },
      { provide: DATABASE_URL, useValue: databaseUrl },
      PrismaService,
      ReadingDatabase,
      CrawlDatabase,
      { provide: Events, useFactory: () => eventsOf(config, databaseUrl) },
      IdempotencyRepository,
      IdempotencyService,
      Metrics,
      ApiKeys,
      StoredKeysRepository,
      SignInsRepository,
      Callers,
      KeyWatch,
      Volumes,
      HealthService,
      LeaseKeeper,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}
