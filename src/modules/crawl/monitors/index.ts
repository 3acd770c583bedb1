export { MonitorsModule } from './monitors.module.js';
export { MonitorsService } from './monitors.service.js';
export { RunMetrics as MonitorRunMetrics } from './runs/run-metrics.js';
export { MonitorRunsService } from './runs/monitor-runs.service.js';
