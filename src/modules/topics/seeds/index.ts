export { SeedCandidatesService } from './seed-candidates.service.js';
export { toSeedCandidateDto } from './seeds.mapper.js';
export { SeedsModule } from './seeds.module.js';
