import { ArgsType, Float, ID, InputType, Int } from '@nestjs/graphql';
import { InputField, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import {
  type ChangeKind,
  DEFAULT_SETTINGS,
  MAX_NAME_CHARS,
  MAX_RUN_FETCHES,
  type MonitorPolicy,
  type MonitorSettings,
} from '../monitor.js';
import { ChangeKindEnum, MonitorPolicyEnum, SETTING_TEXTS } from './setting-texts.js';

export class FeedTokenArgs {
  @QueryField(String, {
    description: 'Token of the feed, for readers that send no key',
    ...{ optional: true, maxLength: 200, only: 'rest' },
  })
  token?: string | null;
}

/** A year. */
const MAX_HOURS = 8_760;
/** Some seconds. */
const LEAST_HOURS = 0.001;
const NAME = 'Name of the watched subject, for people';

/** @param defaults for omitted fields; without them omitted fields stay unchanged */
function settingsInput(defaults: Partial<MonitorSettings>) {
  @InputType({ isAbstract: true })
  abstract class SettingsInput {
    @InputField(MonitorPolicyEnum, { description: SETTING_TEXTS.policy, optional: true, default: defaults.policy })
    policy?: MonitorPolicy | null;

    @InputField(Int, {
      ...{ description: SETTING_TEXTS.fetches, optional: true, default: defaults.fetches },
      ...{ minimum: 1, maximum: MAX_RUN_FETCHES },
    })
    fetches?: number | null;

    @InputField(Float, {
      ...{ description: SETTING_TEXTS.newShare, optional: true, default: defaults.newShare },
      ...{ minimum: 0, maximum: 0.9 },
    })
    newShare?: number | null;

    @InputField(Float, {
      ...{ description: SETTING_TEXTS.minHours, optional: true, default: defaults.minHours },
      ...{ minimum: LEAST_HOURS, maximum: MAX_HOURS },
    })
    minHours?: number | null;

    @InputField(Float, {
      ...{ description: SETTING_TEXTS.maxHours, optional: true, default: defaults.maxHours },
      ...{ minimum: LEAST_HOURS, maximum: MAX_HOURS },
    })
    maxHours?: number | null;

    @InputField(Float, {
      ...{ description: SETTING_TEXTS.changeProbability, optional: true, default: defaults.changeProbability },
      ...{ minimum: 0.001, maximum: 0.99 },
    })
    changeProbability?: number | null;

    @InputField(Boolean, {
      ...{ description: SETTING_TEXTS.ignoreNumbers, optional: true, default: defaults.ignoreNumbers },
    })
    ignoreNumbers?: boolean | null;

    @InputField(Int, {
      ...{ description: SETTING_TEXTS.keepRuns, optional: true, default: defaults.keepRuns },
      ...{ minimum: 1, maximum: 100 },
    })
    keepRuns?: number | null;
  }
  return SettingsInput;
}

@InputType()
export class CreateMonitorInput extends settingsInput(DEFAULT_SETTINGS) {
  @InputField(ID, { description: 'The topic whose relevant pages are watched' })
  topicId: string;

  @InputField(ID, {
    description:
      'Only the relevant pages of this session, which has ended. Left out: those of the newest 20 sessions of the topic that have ended',
    optional: true,
  })
  sessionId?: string | null;

  @InputField(String, { description: NAME, example: 'cheese, weekly', minLength: 1, maxLength: MAX_NAME_CHARS })
  name: string;
}

@InputType()
@OthersFixed('the topic and the session of a monitor are fixed when it is created')
export class UpdateMonitorInput extends settingsInput({}) {
  @InputField(String, { description: NAME, optional: true, minLength: 1, maxLength: MAX_NAME_CHARS })
  name?: string | null;
}

@InputType()
export class RunMonitorInput {
  @InputField(Boolean, { description: 'Also check pages that are not due', optional: true, default: false })
  all?: boolean | null;
}

@ArgsType()
export class ChangesArgs extends PageArgs {
  @QueryField(ChangeKindEnum, { description: 'Only changes of this kind', optional: true })
  kind?: ChangeKind | null;

  @QueryField(Date, { description: 'Noted at this time or later', optional: true })
  since?: Date | null;
}
