import { Field, Float, ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  Allow,
  ArrayMaxSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { JsonScalar } from '../../../platform/api/index.js';
import { CONTENT_KINDS, DEFAULT_USER_AGENT, GROUPINGS, RENDER_MODES } from '../../../domain/session/index.js';
import { DEFAULT_POLICY } from '../../../domain/policies/index.js';
import { DomainCapScalar } from './domain-cap.scalar.js';
import { DuplicatesInput, integer, RenderingInput, TrapsInput } from './reading.input.js';

/**
 * The settings below are checked by `sessionConfigSchema`, which also gives their defaults: here they are only described. So that the two
 * cannot drift apart, a test holds the fields of these classes against the schema.
 */
export const GroupingEnum = {
  REGISTRABLE_DOMAIN: 'registrable-domain',
  HOST: 'host',
  PATH_PREFIX: 'path-prefix',
} as const;
export const RenderModeEnum = { NEVER: 'never', AUTO: 'auto', ALWAYS: 'always' } as const;
export const ContentKindEnum = { HTML: 'html', TEXT: 'text', PDF: 'pdf' } as const;
registerEnumType(GroupingEnum, { name: 'Grouping', description: 'What counts as one domain' });
registerEnumType(RenderModeEnum, { name: 'RenderMode', description: 'Whether pages are loaded in Chromium' });
registerEnumType(ContentKindEnum, { name: 'ContentKind', description: 'What counts as a page' });

const MAX_SEED = 2 ** 31 - 1;

@InputType({ description: 'Limits; the session ends when the first is reached' })
export class BudgetInput {
  @Field(() => Int, {
    nullable: true,
    description: 'Pages that may be fetched, failed fetches included; a step that sends no request costs nothing',
  })
  @ApiPropertyOptional({
    ...integer(
      'Pages that may be fetched, failed fetches included; a step that sends no request costs nothing',
      1,
      10_000_000,
    ),
    example: 50,
  })
  fetches?: number | null;

  @Field(() => Float, { nullable: true, description: 'Time it may run, in minutes' })
  @ApiPropertyOptional({ type: Number, description: 'Time it may run, in minutes' })
  minutes?: number | null;

  @Field(() => Int, { nullable: true, description: 'Relevant pages to find' })
  @ApiPropertyOptional(integer('Relevant pages to find', 1, 10_000_000))
  relevantPages?: number | null;

  @Field(() => Int, { nullable: true, description: 'Domains to find a relevant page of' })
  @ApiPropertyOptional(integer('Domains to find a relevant page of', 1, 10_000_000))
  domains?: number | null;
}

@InputType({
  description: 'What is added to the limits of a finished session, at least one, and the model it goes on under',
})
export class ExtendSessionInput {
  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional(integer('More pages', 1, 10_000_000))
  @Allow()
  fetches?: number | null;

  @Field(() => Float, { nullable: true })
  @ApiPropertyOptional({ type: Number, description: 'More minutes' })
  @Allow()
  minutes?: number | null;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional(integer('More relevant pages', 1, 10_000_000))
  @Allow()
  relevantPages?: number | null;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional(integer('More domains', 1, 10_000_000))
  @Allow()
  domains?: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "A READY model of the topic to go on under, what was found judged anew; the session's own unless given",
  })
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description:
      "A READY model of the topic to go on under, what was found judged anew; the session's own unless given",
  })
  @IsOptional()
  @IsUUID()
  modelId?: string | null;
}

@InputType({
  description: 'Which URLs may be fetched. Hosts match themselves and their subdomains; in patterns * matches anything',
})
export class ScopeInput {
  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  allowHosts?: string[] | null;

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  denyHosts?: string[] | null;

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String], example: ['http*://*.example.org/news/*'] })
  allowPatterns?: string[] | null;

  @Field(() => [String], { nullable: true })
  @ApiPropertyOptional({ type: [String] })
  denyPatterns?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Links followed from a seed, at most' })
  @ApiPropertyOptional(integer('Links followed from a seed, at most', 0, 10_000))
  maxDepth?: number | null;
}

@InputType({ description: 'Ends the session when it finds too little' })
export class SaturationInput {
  @Field(() => Int, { description: 'Last pages the harvest rate is taken over' })
  @ApiProperty(integer('Last pages the harvest rate is taken over', 10, 1_000_000))
  window: number;

  @Field(() => Float, { description: 'Least relevant pages over pages' })
  @ApiProperty({
    type: Number,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 1,
    description: 'Least relevant pages over pages',
  })
  minHarvestRate: number;
}

@InputType()
export class CreateSessionInput {
  @Field(() => String, { nullable: true, description: 'Name of a policy; `tres` unless given' })
  @ApiPropertyOptional({
    type: String,
    default: DEFAULT_POLICY,
    description: 'Name of a policy: GET /v1/policies lists them',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  policy?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "By the policy's schema" })
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: "By the policy's schema" })
  @Allow()
  policyConfig?: unknown;

  @Field(() => ID, {
    nullable: true,
    description: "Judges pages; the topic's newest unless given, made from its keywords when there is none",
  })
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    description: "Judges pages; the topic's newest unless given, made from its keywords when there is none",
  })
  @IsOptional()
  @IsUUID()
  modelId?: string | null;

  @Field(() => Int, { nullable: true, description: 'The current one unless given' })
  @ApiPropertyOptional({ type: 'integer', description: 'The current one unless given' })
  @IsOptional()
  @IsInt()
  @Min(1)
  keywordSetVersion?: number | null;

  @Field(() => [String], { nullable: true, description: "URLs to start from; the topic's unless given" })
  @ApiPropertyOptional({ type: [String], description: "URLs to start from; the topic's unless given" })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(1_000)
  @IsString({ each: true })
  seeds?: string[] | null;

  @Field(() => Int, { nullable: true, description: 'Of the random generator; drawn by lot unless given' })
  @ApiPropertyOptional(integer('Of the random generator; drawn by lot unless given', 0, MAX_SEED))
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_SEED)
  randomSeed?: number | null;

  @Field(() => BudgetInput)
  @ApiProperty({ type: () => BudgetInput })
  @Allow()
  budget: BudgetInput;

  @Field(() => DomainCapScalar, {
    nullable: true,
    description: 'Pages per domain: "unlimited", a number, or "5->2" for adaptive MAX',
  })
  @ApiPropertyOptional({
    oneOf: [
      { type: 'string', enum: ['unlimited'] },
      { type: 'integer', minimum: 1 },
      { type: 'string', pattern: '^\\d+->\\d+$' },
    ],
    default: 'unlimited',
    description: 'Pages per domain: "unlimited", a number, or "5->2" for adaptive MAX',
  })
  @Allow()
  domainCap?: unknown;

  @Field(() => GroupingEnum, { nullable: true })
  @ApiPropertyOptional({ enum: GROUPINGS, default: 'registrable-domain', description: 'What counts as one domain' })
  @Allow()
  grouping?: string | null;

  @Field(() => ScopeInput, { nullable: true })
  @ApiPropertyOptional({ type: () => ScopeInput })
  @Allow()
  scope?: ScopeInput | null;

  @Field(() => Int, { nullable: true, description: 'Fetches under way at once' })
  @ApiPropertyOptional({
    ...integer('Fetches under way at once; 1 makes the order repeatable on a recorded web', 1, 64),
    default: 8,
  })
  @Allow()
  concurrency?: number | null;

  @Field(() => Int, { nullable: true, description: 'Fetches under way at once from one host' })
  @ApiPropertyOptional({ ...integer('Fetches under way at once from one host', 1, 8), default: 1 })
  @Allow()
  hostConcurrency?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Least time between two fetches from one host, ms; a longer Crawl-delay wins',
  })
  @ApiPropertyOptional({
    ...integer('Least time between two fetches from one host, ms; a longer Crawl-delay wins', 0, 60_000),
    default: 1_000,
  })
  @Allow()
  hostDelayMs?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Obey robots.txt; true unless given' })
  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Obey robots.txt' })
  @Allow()
  robots?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Follow links marked rel=nofollow' })
  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Follow links marked rel=nofollow' })
  @Allow()
  followNofollow?: boolean | null;

  @Field(() => RenderModeEnum, { nullable: true })
  @ApiPropertyOptional({
    enum: RENDER_MODES,
    default: 'never',
    description: '`always` loads each page in Chromium, `auto` those that need it',
  })
  @Allow()
  render?: string | null;

  @Field(() => RenderingInput, { nullable: true })
  @ApiPropertyOptional({ type: () => RenderingInput })
  @Allow()
  rendering?: RenderingInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Heed noindex of pages and headers; true unless given' })
  @ApiPropertyOptional({ type: Boolean, default: true, description: 'Heed noindex of meta robots and X-Robots-Tag' })
  @Allow()
  obeyNoindex?: boolean | null;

  @Field(() => [ContentKindEnum], { nullable: true, description: 'What counts as a page; HTML and text unless given' })
  @ApiPropertyOptional({
    enum: CONTENT_KINDS,
    isArray: true,
    default: ['html', 'text'],
    description: 'What counts as a page',
  })
  @Allow()
  contentTypes?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Languages of relevant pages, ISO 639-1; any unless given' })
  @ApiPropertyOptional({
    type: [String],
    example: ['en'],
    description: 'Languages of relevant pages, ISO 639-1; any unless given',
  })
  @Allow()
  languages?: string[] | null;

  @Field(() => DuplicatesInput, { nullable: true })
  @ApiPropertyOptional({ type: () => DuplicatesInput })
  @Allow()
  duplicates?: DuplicatesInput | null;

  @Field(() => TrapsInput, { nullable: true })
  @ApiPropertyOptional({ type: () => TrapsInput })
  @Allow()
  traps?: TrapsInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Take candidates from sitemaps and feeds' })
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Take candidates from the sitemaps and feeds of the hosts that are visited',
  })
  @Allow()
  sitemaps?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Keep a history of each page over the topic's sessions, and ask servers only for what has changed",
  })
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: "Keep a history of each page over the topic's sessions, and ask servers only for what has changed",
  })
  @Allow()
  trackChanges?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Keep all that is fetched as WARC files' })
  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Keep all that is fetched as WARC files' })
  @Allow()
  archive?: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Further attempts after a failure that may pass' })
  @ApiPropertyOptional({
    ...integer('Further attempts after a failure that may pass; each costs a fetch', 0, 10),
    default: 2,
  })
  @Allow()
  retries?: number | null;

  @Field(() => Int, { nullable: true, description: 'Failures in a row after which a host is left alone' })
  @ApiPropertyOptional({
    ...integer('Failures in a row after which a host is left alone for the rest of the session', 1, 1_000),
    default: 10,
  })
  @Allow()
  hostFailureLimit?: number | null;

  @Field(() => String, { nullable: true })
  @ApiPropertyOptional({
    type: String,
    maxLength: 300,
    example: DEFAULT_USER_AGENT,
    description: "The service's own unless given",
  })
  @Allow()
  userAgent?: string | null;

  @Field(() => Int, { nullable: true, description: 'Whole time of one fetch, ms' })
  @ApiPropertyOptional({ ...integer('Whole time of one fetch with its redirects, ms', 100, 300_000), default: 20_000 })
  @Allow()
  timeoutMs?: number | null;

  @Field(() => Int, { nullable: true, description: 'Decoded bytes of a body; more is cut' })
  @ApiPropertyOptional({ ...integer('Decoded bytes of a body; more is cut', 1_000, 50_000_000), default: 5_000_000 })
  @Allow()
  maxBytes?: number | null;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ ...integer('Redirects followed for one fetch', 0, 20), default: 10 })
  @Allow()
  maxRedirects?: number | null;

  @Field(() => Int, { nullable: true })
  @ApiPropertyOptional({ ...integer('Links taken from one page', 1, 10_000), default: 2_000 })
  @Allow()
  maxLinksPerPage?: number | null;

  @Field(() => SaturationInput, { nullable: true })
  @ApiPropertyOptional({ type: () => SaturationInput })
  @Allow()
  saturation?: SaturationInput | null;
}
