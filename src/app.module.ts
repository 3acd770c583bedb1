import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CollectionsModule } from './modules/collections/index.js';
import { CrawlingModule } from './modules/crawling/index.js';
import { ConsoleModule } from './modules/console/index.js';
import { ExperimentsModule } from './modules/experiments/index.js';
import { JobsModule } from './modules/jobs/index.js';
import { LabellerModule } from './modules/labeller/index.js';
import { LabelsModule } from './modules/labels/index.js';
import { McpModule } from './modules/mcp/index.js';
import { LearnedStatesModule } from './modules/learned-states/index.js';
import { ModelsModule } from './modules/models/index.js';
import { MonitorsModule } from './modules/monitors/index.js';
import { NodesModule } from './modules/nodes/index.js';
import { OperationsModule } from './modules/operations/index.js';
import { PoliciesModule } from './modules/policies/index.js';
import { ProjectsModule } from './modules/projects/index.js';
import { ReportsModule } from './modules/reports/index.js';
import { ResultsModule } from './modules/results/index.js';
import { SchedulesModule } from './modules/schedules/index.js';
import { SearchModule } from './modules/search/index.js';
import { SeedsModule } from './modules/seeds/index.js';
import { SessionStreamsModule } from './modules/session-streams/index.js';
import { SessionsModule } from './modules/sessions/index.js';
import { SpidersModule } from './modules/spiders/index.js';
import { StoredExportsModule } from './modules/stored-exports/index.js';
import { TopicsModule } from './modules/topics/index.js';
import { WebLibraryModule } from './modules/web-library/index.js';
import { WebhooksModule } from './modules/webhooks/index.js';
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
