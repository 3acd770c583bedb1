export { ExportMetrics, type ExportsStanding } from './export-metrics.js';
export { toStoredExportDto } from './dto/stored-export.dto.js';
export { StoredExportsModule } from './stored-exports.module.js';
export { StoredExportsService } from './stored-exports.service.js';
