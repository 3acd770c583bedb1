import type { SeedCandidateDto } from './dto/seed-candidate.dto.js';
import type { StoredSeedCandidate } from './seed-candidate.js';

export function toSeedCandidateDto(candidate: StoredSeedCandidate): SeedCandidateDto {
  return { ...candidate, findings: candidate.findings.map((finding) => ({ ...finding })) };
}
