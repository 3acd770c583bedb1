import { describeSettings, SyntheticSettingsError } from '../domain/webs/index.js';
import { CliError, Exit } from './cli-error.js';

/** What `--synthetic` takes, in the commands that have it. */
export const SYNTHETIC_OPTION =
  'a web made from settings, such as pages=20000,seed=3; `default` for none. The settings are below';

/** All settings of synthetic webs with their defaults, to stand below the options. */
export const syntheticHelp = (): string =>
  `\nSettings of --synthetic, NAME=VALUE separated by commas:\n${describeSettings()
    .map((line) => `  ${line}`)
    .join('\n')}\n`;

/** Does what bad settings end. @throws CliError that names the setting and what is allowed */
export function synthetically<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SyntheticSettingsError) throw new CliError(`--synthetic: ${error.message}`, Exit.Usage);
    throw error;
  }
}
