import { ID, InputType, Int } from '@nestjs/graphql';
import { Allow } from 'class-validator';
import { MAX_CAP, MAX_RANDOM_SEED, sessionSettingsSchema } from '../../../../domain/session/index.js';
import { DescribedInput, InputField, JsonScalar, schemaInput } from '../../../../platform/api/index.js';
import { DomainCapScalar, GroupingEnum, ObjectiveInput } from '../../../crawl/sessions/index.js';
import { MAX_SEEDS } from '../../../topics/topics/index.js';
import {
  DEFAULT_RUNS,
  MAX_BUDGET,
  MAX_BUDGETS,
  MAX_POLICIES,
  MAX_RANDOM_SEEDS,
  MAX_STORED_PAGES,
} from '../experiment.js';
import { JudgedByEnum } from './experiment.dto.js';

const MAX_LABELS = 100;
const MAX_NAME_CHARS = 200;
const Setting = schemaInput(sessionSettingsSchema);
const DOMAIN_CAP_FORMS = {
  oneOf: [
    { type: 'string', enum: ['unlimited'] },
    { type: 'integer', minimum: 1, maximum: MAX_CAP },
    { type: 'string', pattern: '^\\d+->\\d+$' },
  ],
};

@InputType({ description: 'The web on which policies are compared: one of recordedWeb, sessionId, synthetic' })
class ExperimentWebInput {
  @InputField(String, {
    description: 'Name of a recorded web',
    example: 'universities',
    optional: true,
    maxLength: MAX_NAME_CHARS,
  })
  recordedWeb?: string | null;

  @InputField([String], {
    description:
      'A page of the recorded web with one of these labels is relevant. None: a page is relevant if the model says so',
    example: ['faculty'],
    optional: true,
    maxItems: MAX_LABELS,
    maxLength: MAX_NAME_CHARS,
  })
  labels?: string[] | null;

  @InputField(ID, {
    description: `A session that has ended, with at most ${MAX_STORED_PAGES} pages. Only pages that it fetched can be visited`,
    optional: true,
  })
  sessionId?: string | null;

  @InputField(String, {
    description: 'Settings of a synthetic web, as `gleaner web --synthetic` takes them',
    example: 'pages=2000,seed=3',
    optional: true,
    maxLength: 1_000,
  })
  synthetic?: string | null;
}

@InputType()
class ExperimentPolicyInput {
  @InputField(String, { description: 'Name of a policy from the list of policies', example: 'tres', maxLength: 100 })
  policy: string;

  @DescribedInput(JsonScalar, { description: 'Settings by the schema of the policy', optional: true })
  @Allow()
  policyConfig?: unknown;

  @Setting({
    type: DomainCapScalar,
    default: undefined,
    description: 'MAX of its runs. Default: that of the experiment',
    rest: DOMAIN_CAP_FORMS,
  })
  domainCap?: unknown;

  @Setting({ default: undefined, description: 'Eagerness of its runs. Default: that of the experiment' })
  eagerness?: number | null;

  @Setting({ type: ObjectiveInput, description: 'The objective of its runs. Default: that of the experiment' })
  objective?: ObjectiveInput | null;

  @InputField(String, {
    description: 'Unique name of the policy in the results. Default: the name of the policy',
    optional: true,
    maxLength: 60,
  })
  name?: string | null;
}

const POLICIES = 'The policies to compare. The others are compared with the first';
const BUDGETS = 'Numbers of fetches. Each is a run of its own';

/** Fields that experiments on all kinds of webs share. */
@InputType({ isAbstract: true })
abstract class RunsInput {
  @InputField(String, { description: 'Name of the experiment', optional: true, maxLength: MAX_NAME_CHARS })
  name?: string | null;

  @InputField(ID, {
    description:
      'The model that judges pages. Default: the newest ready model of the topic; on the pages of a session, its own model',
    optional: true,
  })
  modelId?: string | null;

  @InputField([ExperimentPolicyInput], {
    description: POLICIES,
    example: [{ policy: 'best-first' }, { policy: 'tres' }],
    minItems: 1,
    maxItems: MAX_POLICIES,
  })
  policies: ExperimentPolicyInput[];

  @InputField(Int, {
    description: `Number of random seeds, from randomSeed on. Default: ${DEFAULT_RUNS}, unless randomSeeds are given`,
    optional: true,
    minimum: 1,
    maximum: MAX_RANDOM_SEEDS,
  })
  runs?: number | null;

  @InputField(Int, {
    description: 'The first random seed. Default: 1, unless randomSeeds are given',
    optional: true,
    minimum: 0,
    maximum: MAX_RANDOM_SEED - MAX_RANDOM_SEEDS,
  })
  randomSeed?: number | null;

  @InputField([Int], {
    description: 'The random seeds, in place of runs and randomSeed',
    optional: true,
    minItems: 1,
    maxItems: MAX_RANDOM_SEEDS,
    minimum: 0,
    maximum: MAX_RANDOM_SEED,
  })
  randomSeeds?: number[] | null;

  @Setting({ type: GroupingEnum })
  grouping?: string | null;

  @Setting({ type: ObjectiveInput })
  objective?: ObjectiveInput | null;

  @Setting({ type: DomainCapScalar, default: 'unlimited', rest: DOMAIN_CAP_FORMS })
  domainCap?: unknown;

  @Setting({
    default: 1,
    description:
      'Fetches at the same time, in simulated time. With 1 and no hostDelayMs nothing waits, and `eagerness` changes nothing',
  })
  concurrency?: number | null;

  @Setting({
    default: 0,
    description: 'Minimum time between the starts of two fetches from one host, in ms of simulated time',
  })
  hostDelayMs?: number | null;

  @Setting()
  eagerness?: number | null;
}

@InputType()
export class CreateExperimentInput extends RunsInput {
  @InputField(ID, {
    description:
      'The topic whose model, keywords and seeds are used. Required for a recorded web, none for a synthetic one',
    optional: true,
  })
  topicId?: string | null;

  @InputField(ExperimentWebInput, { example: { recordedWeb: 'universities', labels: ['faculty'] } })
  web: ExperimentWebInput;

  @InputField([String], {
    description: 'URLs to start from. Default: those of the topic or session',
    optional: true,
    maxItems: MAX_SEEDS,
  })
  seeds?: string[] | null;

  @InputField([Int], {
    description: BUDGETS,
    example: [500, 2_000],
    minItems: 1,
    maxItems: MAX_BUDGETS,
    minimum: 1,
    maximum: MAX_BUDGET,
  })
  budgets: number[];

  @InputField(JudgedByEnum, {
    description: 'How the crawler judges each page that it fetches: by the model, as in a session, or by the label',
    optional: true,
    default: 'model',
  })
  reward?: 'labels' | 'model' | null;
}

@InputType()
export class WhatIfInput extends RunsInput {
  @InputField([Int], {
    description: `${BUDGETS}. Default: the number of pages that the session fetched`,
    optional: true,
    minItems: 1,
    maxItems: MAX_BUDGETS,
    minimum: 1,
    maximum: MAX_BUDGET,
  })
  budgets?: number[] | null;
}
