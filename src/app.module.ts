import { type DynamicModule, Module } from '@nestjs/common';
import type { AppConfig } from './platform/config/index.js';
import { HttpModule } from './platform/http/index.js';
import { PlatformModule } from './platform/platform.module.js';

/** The API: platform and feature modules. */
@Module({})
export class AppModule {
  static forRoot(config: AppConfig, databaseUrl: string): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.forRoot(config, databaseUrl), HttpModule] };
  }
}
