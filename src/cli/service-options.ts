import { createGleaner, type Gleaner, type GleanerOptions } from '#client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Environment, processEnvironment } from '../platform/config/index.js';
import { CliError, Exit } from './cli-error.js';
import { createScreen, type Screen } from './screen.js';

/** The service of a command: a running one, or one started for the data folder. */
export interface ServiceArguments {
  readonly data: string;
  readonly url?: string;
  readonly key?: string;
  readonly project?: string;
  readonly json?: boolean;
}

function serviceUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('expected a URL such as http://127.0.0.1:3000');
  return text.replace(/\/+$/, '');
}

/** Adds the options that name a running service. */
export function remoteOptions(command: Command): Command {
  return command
    .option('--url <url>', 'URL of a running service; default: GLEANER_URL', serviceUrl)
    .option('--key <key>', 'key for it; default: GLEANER_KEY')
    .option('--project <project>', 'id or name of the project; default: GLEANER_PROJECT');
}

/** Adds the options of `ServiceArguments`. */
export function serviceOptions(command: Command): Command {
  return dataOption(remoteOptions(command)).option('--json', 'print JSON instead of text');
}

/**
 * Adds the data folder of the service that the command starts. Refuses options that have no effect on the service at
 * hand.
 *
 * @param startedOnly further options for a service that the command starts, such as `keep`
 */
export function dataOption(command: Command, ...startedOnly: readonly string[]): Command {
  return command
    .addOption(dataFolder('without --url and GLEANER_URL: data folder of the started service'))
    .hook('preAction', (_, called) => refuseUnused(called, ['data', ...startedOnly]));
}

const DATA_FOLDER = 'data';

/** The data folder of a service that a command starts: by default that of `gleaner serve`. */
export const dataFolder = (description: string): Option =>
  new Option('--data <folder>', description)
    .env('DATA_DIR')
    .default(DATA_FOLDER)
    .argParser((folder) => folder || DATA_FOLDER);

/** @throws CliError for an option that the command would ignore */
function refuseUnused(command: Command, startedOnly: readonly string[]): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
  const named = urlOf(command.opts());
  const refused = named === null ? ['key'].find(isGiven) : startedOnly.find(isGiven);
  if (refused === undefined) return;
  throw new CliError(
    named === null
      ? `--${refused}: expected with --url or GLEANER_URL; a service that this command starts needs no key`
      : `--${refused}: expected without ${isGiven('url') ? '--url' : 'GLEANER_URL'}, which names a running service (${named}); leave out one of them`,
    Exit.Usage,
  );
}

const urlOf = ({ url }: Pick<ServiceArguments, 'url'>): string | null => {
  const { GLEANER_URL } = processEnvironment();
  return url ?? (GLEANER_URL ? serviceUrl(GLEANER_URL) : null);
};

/** The running service that arguments or environment name; null when they name none. */
export function namedService({ url, key, project }: Omit<ServiceArguments, 'data'>): Gleaner | null {
  const named = urlOf({ url });
  return named === null ? null : serviceAt(named, { key, project });
}

/** The remark of a command that waits for its service; the client ends the wait. */
export const AWAY_NOTE = 'The service does not answer: waiting for it, for two minutes at most';

/** @throws CliError for a key or project that cannot be sent */
function clientOf(options: GleanerOptions): Gleaner {
  try {
    return createGleaner(options);
  } catch (error) {
    throw error instanceof TypeError ? new CliError(error.message, Exit.Usage) : error;
  }
}

/** A running service, with key and project from arguments or environment. */
export function serviceAt(url: string, { key, project }: Pick<ServiceArguments, 'key' | 'project'>): Gleaner {
  const { GLEANER_KEY, GLEANER_PROJECT } = processEnvironment();
  return clientOf({
    url,
    key: key ?? (GLEANER_KEY || undefined),
    project: project ?? (GLEANER_PROJECT || undefined),
    onAway: () => createScreen().note(AWAY_NOTE),
  });
}

export type ServiceWork = (gleaner: Gleaner, screen: Screen, signal?: AbortSignal) => Promise<void>;

/**
 * Does work with the service that the arguments name.
 *
 * @param role of a started service: `api` starts no queued work, `all` does
 * @param settings of a started service
 */
export async function withNamedService(
  args: ServiceArguments,
  work: ServiceWork,
  role: 'api' | 'all' = 'api',
  settings: Environment = {},
): Promise<void> {
  const screen = createScreen();
  const named = namedService(args);
  if (named !== null) return work(named, screen);
  const { withService } = await import('./with-service.js');
  await withService(
    { dataDir: args.data, settings: { ROLE: role, ...settings }, keep: false },
    screen,
    ({ url }, signal) => work(clientOf({ url, project: args.project }), screen, signal),
  );
}
