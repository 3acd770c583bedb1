import { Field, Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  CONTENT_KINDS,
  type ContentKind,
  type Grouping,
  GROUPINGS,
  RENDER_MODES,
  type RenderMode,
  type SessionConfig,
} from '../../../domain/session/index.js';
import { RenderingDto, DuplicatesDto, TrapsDto } from './reading-config.dto.js';
import { ContentKindEnum, GroupingEnum, RenderModeEnum } from './session.input.js';

/** The settings of a session with their defaults, as `SessionConfig` has them; what `session.input.ts` describes is what a user may send. */
const CAP_KINDS = ['unlimited', 'fixed', 'adaptive'] as const;
const DomainCapKindEnum = { UNLIMITED: 'unlimited', FIXED: 'fixed', ADAPTIVE: 'adaptive' } as const;
registerEnumType(DomainCapKindEnum, { name: 'DomainCapKind' });

@ObjectType('Budget', { description: 'Limits; the session ends when the first is reached' })
export class BudgetDto {
  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ type: 'integer', example: 50 })
  fetches?: number;

  @Field(() => Float, { nullable: true })
  @ApiPropertyOptional({ type: Number })
  minutes?: number;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ type: 'integer' })
  relevantPages?: number;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ type: 'integer' })
  domains?: number;
}

@ObjectType('DomainCap', { description: 'MAX, the pages allowed per domain' })
export class DomainCapDto {
  @Field(() => DomainCapKindEnum)
  @ApiProperty({ enum: CAP_KINDS })
  kind: (typeof CAP_KINDS)[number];

  @Field(() => Int, { nullable: true, description: 'When FIXED' })
  @ApiPropertyOptional({ type: 'integer', description: 'When fixed' })
  max?: number;

  @Field(() => Int, { nullable: true, description: 'When ADAPTIVE: where it begins' })
  @ApiPropertyOptional({ type: 'integer', description: 'When adaptive: where it begins' })
  start?: number;

  @Field(() => Int, { nullable: true, description: 'When ADAPTIVE: where it ends' })
  @ApiPropertyOptional({ type: 'integer', description: 'When adaptive: where it ends' })
  min?: number;
}

@ObjectType('Scope', { description: 'Which URLs may be fetched' })
export class ScopeDto {
  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  allowHosts?: string[];

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  denyHosts?: string[];

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  allowPatterns?: string[];

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  denyPatterns?: string[];

  @Field(() => Int, { nullable: true, description: 'Links followed from a seed, at most' })
  @ApiPropertyOptional({ type: 'integer', description: 'Links followed from a seed, at most' })
  maxDepth?: number;
}

@ObjectType('Saturation', { description: 'Ends the session when it finds too little' })
export class SaturationDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  window: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  minHarvestRate: number;
}

@ObjectType('SessionConfig', { description: 'Resolved settings of a session' })
export class SessionConfigDto implements Readonly<{ [K in keyof SessionConfig]: unknown }> {
  @Field(() => BudgetDto)
  @ApiProperty({ type: () => BudgetDto })
  budget: BudgetDto;

  @Field(() => DomainCapDto)
  @ApiProperty({ type: () => DomainCapDto })
  domainCap: DomainCapDto;

  @Field(() => GroupingEnum)
  @ApiProperty({ enum: GROUPINGS })
  grouping: Grouping;

  @Field(() => ScopeDto)
  @ApiProperty({ type: () => ScopeDto })
  scope: ScopeDto;

  @Field(() => Int, { description: 'Fetches under way at once' })
  @ApiProperty({ type: 'integer', description: 'Fetches under way at once' })
  concurrency: number;

  @Field(() => Int, { description: 'Fetches under way at once from one host' })
  @ApiProperty({ type: 'integer', description: 'Fetches under way at once from one host' })
  hostConcurrency: number;

  @Field(() => Int, { description: 'Least time between two fetches from one host, ms' })
  @ApiProperty({ type: 'integer', description: 'Least time between two fetches from one host, ms' })
  hostDelayMs: number;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  robots: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  followNofollow: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  obeyNoindex: boolean;

  @Field(() => RenderModeEnum)
  @ApiProperty({ enum: RENDER_MODES })
  render: RenderMode;

  @Field(() => RenderingDto)
  @ApiProperty({ type: () => RenderingDto })
  rendering: RenderingDto;

  @Field(() => [ContentKindEnum])
  @ApiProperty({ enum: CONTENT_KINDS, isArray: true })
  contentTypes: ContentKind[];

  @Field(() => [String], { nullable: true, description: 'Languages of relevant pages, ISO 639-1' })
  @ApiPropertyOptional({ type: [String], description: 'Languages of relevant pages, ISO 639-1' })
  languages?: string[];

  @Field(() => DuplicatesDto)
  @ApiProperty({ type: () => DuplicatesDto })
  duplicates: DuplicatesDto;

  @Field(() => TrapsDto)
  @ApiProperty({ type: () => TrapsDto })
  traps: TrapsDto;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  sitemaps: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  trackChanges: boolean;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  archive: boolean;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  retries: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  hostFailureLimit: number;

  @Field(() => String)
  @ApiProperty({ type: String })
  userAgent: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  timeoutMs: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  maxBytes: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  maxRedirects: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  maxLinksPerPage: number;

  @Field(() => SaturationDto, { nullable: true })
  @ApiPropertyOptional({ type: () => SaturationDto })
  saturation?: SaturationDto;
}
