import type { SessionInput } from '#client';
import { type Command, Option } from 'commander';
import { type AccessArguments, type IdentityArguments, identityOf, identityOptions } from '../identity-options.js';
import { choicesOf, integerFrom, jsonObject } from '../option-values.js';

export const MOST_FETCHES = 10_000_000;

const KNOWN = choicesOf<NonNullable<SessionInput['known']>>({ refresh: true, skip: true, reuse: true });

/** Options of a session. */
export interface SessionArguments extends IdentityArguments, AccessArguments {
  readonly name?: string;
  readonly note?: string;
  readonly budget?: number;
  readonly policy?: string;
  readonly model?: string;
  readonly template?: string;
  readonly startFrom?: string;
  readonly known?: NonNullable<SessionInput['known']>;
  readonly settings?: Record<string, unknown>;
}

/** Adds the options of `SessionArguments`. */
export const sessionOptions = (command: Command): Command =>
  settingsOptions(
    command
      .option('--template <id>', 'session template with the settings that are not given here')
      .option('--model <id>', 'relevance model; default: the newest one of the topic')
      .option('--start-from <session>', 'id of an ended session whose learned state the session starts with'),
  );

/** Adds those of them that do not belong to one session or topic. */
export const settingsOptions = (command: Command): Command =>
  identityOptions(
    command
      .option('--budget <n>', 'maximum number of pages to fetch', integerFrom(1, MOST_FETCHES))
      .option('--policy <name>', 'crawl policy; default: that of the service')
      .addOption(
        new Option(
          '--known <mode>',
          'pages that the topic already has: fetch them again, skip them, or reuse the stored ones',
        ).choices(KNOWN),
      )
      .option('--settings <json>', 'further settings, as POST /v1/topics/:id/sessions takes them', jsonObject),
  );

/** The session's settings: options take precedence over --settings. */
export const sessionInput = ({
  name,
  note,
  budget,
  policy,
  model,
  template,
  startFrom,
  known,
  settings = {},
  ...identity
}: SessionArguments): SessionInput => ({
  ...(settings as Partial<SessionInput>),
  ...identityOf(identity),
  ...(name !== undefined && { name }),
  ...(note !== undefined && { note }),
  ...(policy !== undefined && { policy }),
  ...(model !== undefined && { modelId: model }),
  ...(template !== undefined && { templateId: template }),
  ...(startFrom !== undefined && { startFrom }),
  ...(known !== undefined && { known }),
  budget: { ...(settings['budget'] as object | undefined), ...(budget !== undefined && { fetches: budget }) },
});
