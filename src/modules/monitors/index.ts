export { type Monitor } from './monitor.js';
export { MonitorsModule } from './monitors.module.js';
export { MonitorsService } from './monitors.service.js';
export { RunMetrics as MonitorRunMetrics } from './runs/run-metrics.js';
export { MonitorRunsService, type StartMonitorRun } from './runs/monitor-runs.service.js';
