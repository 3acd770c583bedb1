export { PageDto } from './dto/page.dto.js';
export { EXPORT_FORMATS, EXPORT_MEDIA_TYPES, EXPORT_TYPES, type ExportFormat, exportStream } from './export-format.js';
export { JudgementService } from './judgement.service.js';
export { ResultsModule } from './results.module.js';
export { ResultsService } from './results.service.js';
