export { ExportMetrics, type ExportsStanding } from './export-metrics.js';
export { toStoredExportDto } from './stored-exports.mapper.js';
export { StoredExportsModule } from './stored-exports.module.js';
export { StoredExportsService } from './stored-exports.service.js';
