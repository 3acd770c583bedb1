import { ID, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { DEFAULT_POLICY } from '../../../../domain/policies/index.js';
import {
  budgetExtensionSchema,
  accessHeaderSchema,
  accessHostSchema,
  accessSchema,
  CONTENT_KINDS,
  COOKIE_MODES,
  DEFAULT_USER_AGENT,
  GROUPINGS,
  MAX_CAP,
  MAX_RANDOM_SEED,
  KNOWN_MODES,
  RENDER_MODES,
  sessionSettingsSchema,
} from '../../../../domain/session/index.js';
import { DescribedInput, enumOf, InputField, settingInput, JsonScalar } from '../../../../platform/api/index.js';
import { MAX_SEEDS } from '../../../topics/topics/index.js';
import { MAX_NAME_CHARS, MAX_NOTE_CHARS } from '../session.js';
import { DomainCapScalar } from './domain-cap.scalar.js';
import { DuplicatesInput, RenderingInput, TrapsInput } from './reading.input.js';

/** `sessionSettingsSchema` checks the settings below and defines their defaults, texts and bounds. */
export const GroupingEnum = enumOf(GROUPINGS);
export const RenderModeEnum = enumOf(RENDER_MODES);
export const KnownModeEnum = enumOf(KNOWN_MODES);
export const ContentKindEnum = enumOf(CONTENT_KINDS);
registerEnumType(GroupingEnum, { name: 'Grouping', description: 'Unit that counts as one domain' });
registerEnumType(KnownModeEnum, {
  name: 'KnownMode',
  description: 'Treatment of pages that the collection of the topic already has',
});
registerEnumType(RenderModeEnum, { name: 'RenderMode', description: 'Rule for loading pages in Chromium' });
export const CookieModeEnum = enumOf(COOKIE_MODES);
registerEnumType(CookieModeEnum, { name: 'CookieMode', description: 'How long cookies are kept' });
registerEnumType(ContentKindEnum, { name: 'ContentKind', description: 'Content types that count as a page' });

const { budget, scope, objective, saturation, monitoring } = sessionSettingsSchema.shape;
const Budget = settingInput(budget);
const More = settingInput(budgetExtensionSchema);
const Scope = settingInput(scope);
const Objective = settingInput(objective);
const Saturation = settingInput(saturation);
const Monitoring = settingInput(monitoring);
const Setting = settingInput(sessionSettingsSchema);
const Access = settingInput(accessSchema);
const AccessHost = settingInput(accessHostSchema);
const AccessHeader = settingInput(accessHeaderSchema);

@InputType({ description: budget.description })
export class BudgetInput {
  @Budget({ example: 50 })
  fetches?: number | null;

  @Budget()
  minutes?: number | null;

  @Budget()
  relevantPages?: number | null;

  @Budget()
  domains?: number | null;
}

@InputType({
  description: 'Amounts to add to the limits of a finished session (at least one), and the model for the rest',
})
export class ExtendSessionInput {
  @More()
  fetches?: number | null;

  @More()
  minutes?: number | null;

  @More()
  relevantPages?: number | null;

  @More()
  domains?: number | null;

  @InputField(ID, {
    description:
      'A ready model of the topic under which the session continues. It judges again what was found. Default: the present model of the session',
    optional: true,
  })
  modelId?: string | null;
}

@InputType({
  description:
    'Rules for URLs that may be fetched. Hosts match themselves and their subdomains; in patterns * matches anything',
})
export class ScopeInput {
  @Scope()
  allowHosts?: string[] | null;

  @Scope()
  denyHosts?: string[] | null;

  @Scope({ example: ['http*://*.example.org/news/*'] })
  allowPatterns?: string[] | null;

  @Scope()
  denyPatterns?: string[] | null;

  @Scope()
  maxDepth?: number | null;
}

@InputType({ description: objective.description })
export class ObjectiveInput {
  @Objective({ example: 0.5 })
  domainWeight?: number | null;

  @Objective()
  domainsAtLeast?: number | null;
}

@InputType({ description: saturation.description })
export class SaturationInput {
  @Saturation()
  window: number;

  @Saturation()
  minHarvestRate: number;

  @Saturation()
  confidence?: number | null;
}

@InputType({ description: monitoring.description })
export class MonitoringInput {
  @Monitoring()
  revisitAfterMinutes?: number | null;

  @Monitoring()
  revisitAfterSteps?: number | null;

  @Monitoring()
  freshHours?: number | null;
}

@InputType({ description: 'A header of each request to a host' })
export class AccessHeaderInput {
  @AccessHeader({ example: 'authorization' })
  name: string;

  @AccessHeader({ example: 'Bearer abc' })
  value: string;
}

@InputType({ description: 'Headers and cookies for one host' })
export class AccessHostInput {
  @AccessHost({ example: 'intranet.example' })
  host: string;

  @AccessHost({ type: [AccessHeaderInput] })
  headers?: AccessHeaderInput[] | null;

  @AccessHost({ example: ['session=abc'] })
  cookies?: string[] | null;
}

@InputType({ description: accessSchema.description })
export class AccessInput {
  @Access({ type: [AccessHostInput] })
  hosts?: AccessHostInput[] | null;

  @Access({ example: ['socks5://proxy.example:1080'] })
  proxies?: string[] | null;
}

const NAME = { description: 'Name for people; empty: none', optional: true, maxLength: MAX_NAME_CHARS } as const;
const NOTE = { description: 'Note for people; empty: none', optional: true, maxLength: MAX_NOTE_CHARS } as const;

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
export class UpdateSessionInput {
  @InputField(String, NAME)
  name?: string | null;

  @InputField(String, NOTE)
  note?: string | null;
}

/** Policy and settings, without what belongs to one session or topic. */
@InputType({ description: 'Policy and settings of sessions' })
export class SessionSettingsInput {
  @InputField(String, {
    description: 'Name of a policy from the list of policies',
    optional: true,
    default: DEFAULT_POLICY,
    maxLength: 100,
  })
  policy?: string | null;

  @DescribedInput(JsonScalar, { description: 'Settings by the schema of the policy', optional: true })
  @Allow()
  policyConfig?: unknown;

  @Setting({ type: BudgetInput })
  budget?: BudgetInput | null;

  @Setting({
    type: DomainCapScalar,
    default: 'unlimited',
    rest: {
      oneOf: [
        { type: 'string', enum: ['unlimited'] },
        { type: 'integer', minimum: 1, maximum: MAX_CAP },
        { type: 'string', pattern: '^\\d+->\\d+$' },
      ],
    },
  })
  domainCap?: unknown;

  @Setting({ type: GroupingEnum })
  grouping?: string | null;

  @Setting({ type: ObjectiveInput })
  objective?: ObjectiveInput | null;

  @Setting({ type: ScopeInput })
  scope?: ScopeInput | null;

  @Setting()
  concurrency?: number | null;

  @Setting()
  hostConcurrency?: number | null;

  @Setting()
  hostDelayMs?: number | null;

  @Setting()
  eagerness?: number | null;

  @Setting()
  robots?: boolean | null;

  @Setting()
  followNofollow?: boolean | null;

  @Setting({ type: RenderModeEnum })
  render?: string | null;

  @Setting({ type: RenderingInput })
  rendering?: RenderingInput | null;

  @Setting()
  obeyNoindex?: boolean | null;

  @Setting({ type: [ContentKindEnum] })
  contentTypes?: string[] | null;

  @Setting({ example: ['en'] })
  languages?: string[] | null;

  @Setting({ type: DuplicatesInput })
  duplicates?: DuplicatesInput | null;

  @Setting({ type: TrapsInput })
  traps?: TrapsInput | null;

  @Setting()
  sitemaps?: boolean | null;

  @Setting()
  trackChanges?: boolean | null;

  @Setting({ type: KnownModeEnum })
  known?: string | null;

  @Setting()
  knownDays?: number | null;

  @Setting()
  archive?: boolean | null;

  @Setting()
  retries?: number | null;

  @Setting()
  hostFailureLimit?: number | null;

  @Setting()
  hostBarrenLimit?: number | null;

  @Setting()
  hostEvidence?: boolean | null;

  @Setting({ default: undefined, example: DEFAULT_USER_AGENT })
  userAgent?: string | null;

  @Setting({ example: 'de-CH, de;q=0.9, en;q=0.5' })
  acceptLanguage?: string | null;

  @Setting({ type: CookieModeEnum })
  cookies?: string | null;

  @Setting()
  timeoutMs?: number | null;

  @Setting()
  maxBytes?: number | null;

  @Setting()
  maxRedirects?: number | null;

  @Setting()
  maxLinksPerPage?: number | null;

  @Setting({ type: SaturationInput })
  saturation?: SaturationInput | null;

  @Setting({ type: MonitoringInput })
  monitoring?: MonitoringInput | null;
}

@InputType()
export class CreateSessionInput extends SessionSettingsInput {
  @InputField(ID, {
    description:
      'A session template, whose policy and settings the session has where this input gives none. Limits of `budget` are replaced one by one, other fields as a whole; with another policy, `policyConfig` of the template does not count',
    optional: true,
  })
  templateId?: string | null;

  @InputField(String, NAME)
  name?: string | null;

  @InputField(String, NOTE)
  note?: string | null;

  @InputField(ID, {
    description: 'The model that judges pages. Default: the newest model of the topic; if there is none, one is made',
    optional: true,
  })
  modelId?: string | null;

  @InputField(Int, { description: 'Version of the keywords. Default: the current one', optional: true, minimum: 1 })
  keywordSetVersion?: number | null;

  @InputField([String], {
    description: 'URLs to start from. Default: those of the topic',
    optional: true,
    maxItems: MAX_SEEDS,
  })
  seeds?: string[] | null;

  @InputField(Int, {
    description: 'Seed of the random generator. Default: a random number',
    optional: true,
    minimum: 0,
    maximum: MAX_RANDOM_SEED,
  })
  randomSeed?: number | null;

  @InputField(ID, {
    description:
      'A session that has ended. Warm start: this session starts with a copy of its learned state, without its candidates and pages. The policy and the settings that shape the learned state are the same; the topic may differ. Policies that learn nothing refuse it',
    optional: true,
  })
  startFrom?: string | null;

  @DescribedInput(AccessInput, { description: accessSchema.description, optional: true })
  @Allow()
  access?: AccessInput | null;
}
