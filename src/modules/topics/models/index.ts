export { ModelDetailsDto, ModelDto } from './dto/model.dto.js';
export type { Model } from './model.js';
export { type LoadedModel, ModelRemadeError } from './loaded-models.js';
export { ModelsModule } from './models.module.js';
export { ModelsService } from './models.service.js';
export { type ModelPlan, SessionModelsService } from './session-models.service.js';
export { requireKind } from './relevance-kinds.js';
export { TrainingService } from './training/training.service.js';
