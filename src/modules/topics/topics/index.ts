export { candidateNames, type GivenDecisions, MAX_DECISIONS, namedCandidates } from './candidate-decisions.js';
export { rankCursorOf, RankedCandidatesRepository } from './ranked-candidates.repository.js';
export { byTopic, type Topic, MAX_SEEDS } from './topic.js';
export { GatheredExamplesDto, ReadSeedsDto } from './dto/job-results.dto.js';
export { DocumentInputDto } from './examples/dto/example.input.js';
export { ExampleCountsDto, TopicDto } from './dto/topic.dto.js';
export type { LabelledText } from './examples/example.js';
export {
  eachWithin,
  FETCH_FAILURES,
  type FetchFailure,
  fetchSettings,
  fetchText,
} from './examples/example-fetching.js';
export { documentFromUser, type DocumentInput, type GivenDocument } from './examples/example-intake.js';
export {
  documentsOf,
  ExampleTexts,
  gatheredSummary,
  type GatheredTexts,
  missingExamples,
} from './examples/example-texts.js';
export { ExamplesService } from './examples/examples.service.js';
export type { CandidateState } from './keywords/keyword-candidate.js';
export { CandidateStateEnum } from './keywords/dto/keyword-candidate.dto.js';
export { KeywordCandidatesService } from './keywords/keyword-candidates.service.js';
export { KeywordSetsService } from './keywords/keyword-sets.service.js';
export { seedsFromUser } from './seed-intake.js';
export { toCandidateDto } from './keywords/keywords.mapper.js';
export { TopicsModule } from './topics.module.js';
export { TopicsService } from './topics.service.js';
