import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CollectionsModule } from './modules/results/collections/index.js';
import { CrawlingModule } from './modules/crawl/crawling/index.js';
import { ConsoleModule } from './modules/service/console/index.js';
import { ExperimentsModule } from './modules/research/experiments/index.js';
import { JobsModule } from './modules/base/jobs/index.js';
import { LabellerModule } from './modules/topics/labeller/index.js';
import { LabelsModule } from './modules/results/labels/index.js';
import { McpModule } from './modules/service/mcp/index.js';
import { LearnedStatesModule } from './modules/crawl/learned-states/index.js';
import { ModelsModule } from './modules/topics/models/index.js';
import { MonitorsModule } from './modules/crawl/monitors/index.js';
import { NodesModule } from './modules/service/nodes/index.js';
import { OperationsModule } from './modules/service/operations/index.js';
import { PoliciesModule } from './modules/crawl/policies/index.js';
import { ProjectsModule } from './modules/service/projects/index.js';
import { ReportsModule } from './modules/results/reports/index.js';
import { ResultsModule } from './modules/results/results/index.js';
import { SchedulesModule } from './modules/crawl/schedules/index.js';
import { SearchModule } from './modules/base/search/index.js';
import { SeedsModule } from './modules/topics/seeds/index.js';
import { SessionStreamsModule } from './modules/crawl/session-streams/index.js';
import { SessionsModule } from './modules/crawl/sessions/index.js';
import { SpidersModule } from './modules/research/spiders/index.js';
import { StoredExportsModule } from './modules/results/stored-exports/index.js';
import { TopicsModule } from './modules/topics/topics/index.js';
import { WebLibraryModule } from './modules/research/web-library/index.js';
import { WebhooksModule } from './modules/service/webhooks/index.js';
import type { AppConfig } from './platform/config/index.js';
import { HttpModule } from './platform/http/index.js';
import { PlatformModule } from './platform/platform.module.js';

/** The feature modules, for API and worker alike: a worker runs the jobs that they define. */
const FEATURES: Type[] = [
  ProjectsModule,
  TopicsModule,
  ModelsModule,
  JobsModule,
  PoliciesModule,
  WebLibraryModule,
  SeedsModule,
  SpidersModule,
  SessionsModule,
  SessionStreamsModule,
  LearnedStatesModule,
  SchedulesModule,
  MonitorsModule,
  ExperimentsModule,
  ReportsModule,
  ResultsModule,
  CollectionsModule,
  StoredExportsModule,
  SearchModule,
  LabellerModule,
  LabelsModule,
  NodesModule,
  WebhooksModule,
  OperationsModule,
  McpModule,
];

/** The API: platform with its web part, the console, and the features. */
@Module({})
export class AppModule {
  static forRoot(config: AppConfig, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [PlatformModule.forRoot(config, databaseUrl), HttpModule, ConsoleModule, ...FEATURES],
    };
  }
}

/** The worker: platform, features without their web parts, and crawling. */
@Module({})
export class WorkerModule {
  static forRoot(config: AppConfig, databaseUrl: string): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(config, databaseUrl), ...FEATURES, CrawlingModule],
    };
  }
}
