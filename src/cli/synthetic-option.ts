import { describeSettings, SyntheticSettingsError } from '../domain/webs/index.js';
import { CliError, Exit } from './cli-error.js';

/** The description of `--synthetic` in all its commands. */
export const SYNTHETIC_OPTION =
  'a generated web with settings such as pages=20000,seed=3; `default`: no settings. They are listed below';

/** All settings of synthetic webs with their defaults, for the help text. */
export const syntheticHelp = (): string =>
  `\nSettings of --synthetic, NAME=VALUE separated by commas:\n${describeSettings()
    .map((line) => `  ${line}`)
    .join('\n')}\n`;

/** Converts errors of invalid settings. @throws CliError naming the setting and its allowed values */
export function synthetically<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntheticSettingsError) throw new CliError(`--synthetic: ${error.message}`, Exit.Usage);
    throw error;
  }
}
