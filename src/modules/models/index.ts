export { ModelDto } from './dto/model.dto.js';
export type { Model } from './model.js';
export type { LoadedModel } from './loaded-models.js';
export { ModelsModule } from './models.module.js';
export { ModelsService } from './models.service.js';
export { requireKind } from './relevance-kinds.js';
export { TrainingService } from './training.service.js';
