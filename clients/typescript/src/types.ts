import type { components } from './generated/schema.js';

/** Short names for bodies of the API. All others are `Schemas['NameDto']`. */
export type Schemas = components['schemas'];

export type Project = Schemas['ProjectDto'];
export type ApiKey = Schemas['ApiKeyDto'];
export type NewApiKey = Schemas['NewApiKeyDto'];
export type Topic = Schemas['TopicDetailsDto'];
export type TopicSummary = Schemas['TopicDto'];
export type TopicInput = Schemas['CreateTopicInput'];
export type ExampleInput = Schemas['AddExampleInput'];
export type Model = Schemas['ModelDetailsDto'];
export type ModelSummary = Schemas['ModelDto'];
export type Job = Schemas['JobDto'];
export type StoredExport = Schemas['StoredExportDto'];
export type StoredExportInput = Schemas['CreateExportInput'];
export type CollectionExportInput = Schemas['CreateCollectionExportInput'];
export type Session = Schemas['SessionDto'];
export type SessionInput = Schemas['CreateSessionInput'];
export type SessionProgress = Schemas['SessionProgressDto'];
export type SessionEvent = Schemas['SessionEventDto'];
export type RelevantPage = Schemas['RelevantPageDto'];
export type Page = Schemas['PageDto'];
export type PageDetails = Schemas['PageDetailsDto'];
export type Domain = Schemas['DomainDto'];
export type Spider = Schemas['SpiderDetailsDto'];
export type SpiderInput = Schemas['TrainSpiderInput'];
export type WhatIfInput = Schemas['WhatIfInput'];
export type Experiment = Schemas['ExperimentDetailsDto'];
export type LabelCandidate = Schemas['LabelCandidateDto'];
export type LabelInput = Schemas['PageLabelInput'];

export type SessionState = Session['state'];

/** An item of a session's stream; `id` is the position after it, for continuing. */
export type SessionStreamItem =
  | { readonly id: string; readonly event: 'progress'; readonly data: SessionProgress }
  | { readonly id: string; readonly event: 'page'; readonly data: RelevantPage }
  | { readonly id: string; readonly event: 'event'; readonly data: SessionEvent }
  | { readonly id: string; readonly event: 'end'; readonly data: { readonly reason: SessionState } };
