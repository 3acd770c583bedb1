export { databaseGauge } from './database-gauge.js';
export { Metrics } from './metrics.js';
export { MetricsController } from './metrics.controller.js';
