export { toExperimentDto } from './experiments.mapper.js';
export { ExperimentsModule } from './experiments.module.js';
export { ExperimentsService } from './experiments.service.js';
