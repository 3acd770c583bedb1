import { Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  type ContentKind,
  type CookieMode,
  type DomainCap,
  domainCapSchema,
  type Grouping,
  type KnownMode,
  type RenderMode,
  type SessionConfig,
  sessionSettingsSchema,
  storedSaturationSchema,
} from '../../../../domain/session/index.js';
import { ApiField, settingOutput } from '../../../../platform/api/index.js';
import { DuplicatesDto, RenderingDto, TrapsDto } from './reading-config.dto.js';
import { ContentKindEnum, CookieModeEnum, GroupingEnum, KnownModeEnum, RenderModeEnum } from './session.input.js';

/** The settings of a session with their defaults, as in `SessionConfig`; `session.input.ts` describes the input. */
const DomainCapKindEnum = { UNLIMITED: 'unlimited', FIXED: 'fixed', ADAPTIVE: 'adaptive' } as const satisfies Record<
  string,
  DomainCap['kind']
>;
registerEnumType(DomainCapKindEnum, { name: 'DomainCapKind' });

const { budget, scope, objective, monitoring } = sessionSettingsSchema.shape;
const Budget = settingOutput(budget);
const Cap = settingOutput(domainCapSchema);
const Scope = settingOutput(scope);
const Objective = settingOutput(objective);
const Saturation = settingOutput(storedSaturationSchema);
const Monitoring = settingOutput(monitoring);
const Setting = settingOutput(sessionSettingsSchema);

@ObjectType('Budget', { description: budget.description })
export class BudgetDto {
  @Budget({ example: 50 })
  fetches?: number;

  @Budget()
  minutes?: number;

  @Budget()
  relevantPages?: number;

  @Budget()
  domains?: number;
}

@ObjectType('DomainCap', { description: 'MAX, the pages that may be fetched per domain' })
export class DomainCapDto {
  @Cap({ type: DomainCapKindEnum })
  kind: DomainCap['kind'];

  @Cap()
  max?: number;

  @Cap()
  start?: number;

  @Cap()
  min?: number;
}

@ObjectType('Scope', { description: scope.description })
export class ScopeDto {
  @Scope()
  allowHosts?: string[];

  @Scope()
  denyHosts?: string[];

  @Scope()
  allowPatterns?: string[];

  @Scope()
  denyPatterns?: string[];

  @Scope()
  maxDepth?: number;
}

@ObjectType('Objective', { description: objective.description })
export class ObjectiveDto {
  @Objective()
  domainWeight?: number;

  @Objective()
  domainsAtLeast?: number;
}

@ObjectType('ObjectiveProgress', { description: 'How far a session with an objective has come' })
export class ObjectiveProgressDto {
  @ApiField(Int, { description: 'Domains with a relevant page' })
  relevantDomains: number;

  @ApiField(Int, { description: 'How many of them the objective asks for', nullable: true })
  domainsAtLeast: number | null;

  @ApiField(Boolean, { description: 'Whether there are so many. Null when no number is asked for', nullable: true })
  reached: boolean | null;
}

@ObjectType('Saturation', { description: storedSaturationSchema.description })
export class SaturationDto {
  @Saturation()
  window: number;

  @Saturation()
  minHarvestRate: number;

  @Saturation()
  confidence?: number;
}

@ObjectType('Monitoring', { description: monitoring.description })
export class MonitoringDto {
  @Monitoring()
  revisitAfterMinutes?: number;

  @Monitoring()
  revisitAfterSteps?: number;

  @Monitoring()
  freshHours: number;
}

@ObjectType('SessionConfig', { description: 'Resolved settings of a session' })
export class SessionConfigDto implements Readonly<{ [K in keyof SessionConfig]: unknown }> {
  @Setting({ type: BudgetDto })
  budget: BudgetDto;

  @Setting({ type: DomainCapDto })
  domainCap: DomainCapDto;

  @Setting({ type: GroupingEnum })
  grouping: Grouping;

  @Setting({ type: ObjectiveDto })
  objective?: ObjectiveDto;

  @Setting({ type: ScopeDto })
  scope: ScopeDto;

  @Setting()
  concurrency: number;

  @Setting()
  hostConcurrency: number;

  @Setting()
  hostDelayMs: number;

  @Setting()
  eagerness: number;

  @Setting()
  robots: boolean;

  @Setting()
  followNofollow: boolean;

  @Setting()
  obeyNoindex: boolean;

  @Setting({ type: RenderModeEnum })
  render: RenderMode;

  @Setting({ type: RenderingDto })
  rendering: RenderingDto;

  @Setting({ type: [ContentKindEnum] })
  contentTypes: ContentKind[];

  @Setting()
  languages?: string[];

  @Setting({ type: DuplicatesDto })
  duplicates: DuplicatesDto;

  @Setting({ type: TrapsDto })
  traps: TrapsDto;

  @Setting()
  sitemaps: boolean;

  @Setting()
  trackChanges: boolean;

  @Setting({ type: KnownModeEnum })
  known: KnownMode;

  @Setting()
  knownDays: number;

  @Setting()
  archive: boolean;

  @Setting()
  retries: number;

  @Setting()
  hostFailureLimit: number;

  @Setting()
  hostBarrenLimit: number;

  @Setting()
  hostEvidence: boolean;

  @Setting()
  userAgent: string;

  @Setting()
  acceptLanguage?: string;

  @Setting({ type: CookieModeEnum })
  cookies: CookieMode;

  @Setting()
  timeoutMs: number;

  @Setting()
  maxBytes: number;

  @Setting()
  maxRedirects: number;

  @Setting()
  maxLinksPerPage: number;

  @Setting({ type: SaturationDto })
  saturation?: SaturationDto;

  @Setting({ type: MonitoringDto })
  monitoring?: MonitoringDto;
}
