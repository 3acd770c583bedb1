import { Module } from '@nestjs/common';
import { HealthController } from '../health/index.js';
import { MetricsController } from '../metrics/index.js';
import { graphqlModule, ServiceResolver } from '../graphql/index.js';
import { PagesController } from './pages.controller.js';
import { RateWindowsRepository } from './rate-windows.repository.js';

/** The API besides the feature modules: GraphQL, health, metrics, pages. */
@Module({
  imports: [graphqlModule()],
  controllers: [HealthController, MetricsController, PagesController],
  providers: [ServiceResolver, RateWindowsRepository],
  exports: [RateWindowsRepository],
})
export class HttpModule {}
