export { PageDto } from './dto/page.dto.js';
export { JudgementService } from './judgement.service.js';
export { ResultsModule } from './results.module.js';
export { ResultsService } from './results.service.js';
