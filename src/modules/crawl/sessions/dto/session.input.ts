import { ID, InputType, Int } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { DEFAULT_POLICY } from '../../../../domain/policies/index.js';
import {
  accessHeaderSchema,
  accessHostSchema,
  accessSchema,
  budgetExtensionSchema,
  MAX_CAP,
  MAX_RANDOM_SEED,
  sessionSettingsSchema,
} from '../../../../domain/session/index.js';
import { DescribedInput, InputField, JsonScalar, SchemaInputs } from '../../../../platform/api/index.js';
import { defaultUserAgent } from '../../../../platform/config/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { MAX_SEEDS } from '../../../topics/topics/index.js';
import { MAX_NAME_CHARS, MAX_NOTE_CHARS } from '../session.js';
import { DomainCapScalar } from './domain-cap.scalar.js';
import {
  BudgetInput,
  DuplicatesInput,
  ENUM_SETTINGS,
  MonitoringInput,
  ObjectiveInput,
  RenderingInput,
  SaturationInput,
  ScopeInput,
  TrapsInput,
} from './session-settings.dto.js';

@InputType({
  description: 'Amounts to add to the limits of a finished session (at least one), and the model for the rest',
})
@SchemaInputs(budgetExtensionSchema)
export class ExtendSessionInput {
  @InputField(ID, {
    description:
      'A ready model of the topic under which the session continues. It judges again what was found. Default: the present model of the session',
    optional: true,
  })
  modelId?: string | null;
}

@InputType({ description: 'A header of each request to a host' })
@SchemaInputs(accessHeaderSchema, { name: { example: 'authorization' }, value: { example: 'Bearer abc' } })
class AccessHeaderInput {}

@InputType({ description: 'Headers and cookies for one host' })
@SchemaInputs(accessHostSchema, {
  host: { example: 'intranet.example' },
  headers: { type: [AccessHeaderInput] },
  cookies: { example: ['session=abc'] },
})
class AccessHostInput {}

@InputType({ description: accessSchema.description })
@SchemaInputs(accessSchema, {
  hosts: { type: [AccessHostInput] },
  proxies: { example: ['socks5://proxy.example:1080'] },
})
class AccessInput {}

const NAME = { description: 'Name for people; empty: none', optional: true, maxLength: MAX_NAME_CHARS } as const;
const NOTE = { description: 'Note for people; empty: none', optional: true, maxLength: MAX_NOTE_CHARS } as const;

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
@OthersFixed('the settings of a session are fixed when it starts')
export class UpdateSessionInput {
  @InputField(String, NAME)
  name?: string | null;

  @InputField(String, NOTE)
  note?: string | null;
}

/** Policy and settings, without what belongs to one session or topic. */
@InputType({ description: 'Policy and settings of sessions' })
@SchemaInputs(sessionSettingsSchema, {
  ...ENUM_SETTINGS,
  budget: { type: BudgetInput },
  domainCap: {
    type: DomainCapScalar,
    default: 'unlimited',
    rest: {
      oneOf: [
        { type: 'string', enum: ['unlimited'] },
        { type: 'integer', minimum: 1, maximum: MAX_CAP },
        { type: 'string', pattern: '^\\d+->\\d+$' },
      ],
    },
  },
  objective: { type: ObjectiveInput },
  scope: { type: ScopeInput },
  rendering: { type: RenderingInput },
  languages: { example: ['en'] },
  duplicates: { type: DuplicatesInput },
  traps: { type: TrapsInput },
  userAgent: { default: undefined, example: defaultUserAgent('https://crawler.example/bot') },
  acceptLanguage: { example: 'de-CH, de;q=0.9, en;q=0.5' },
  saturation: { type: SaturationInput },
  monitoring: { type: MonitoringInput },
})
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
