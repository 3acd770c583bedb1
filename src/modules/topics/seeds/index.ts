export { SeedCandidatesService } from './seed-candidates.service.js';
export { toSeedCandidateDto } from './dto/seed-candidate.dto.js';
export { SeedsModule } from './seeds.module.js';
