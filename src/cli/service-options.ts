import { type Command, InvalidArgumentError } from 'commander';
import { processEnvironment } from '../platform/config/index.js';
import { createScreen, type Screen } from './screen.js';
import { ServiceClient } from './service-client.js';
import { withService } from './with-service.js';

/** How a command reaches a service: one that runs, or one that is started for the data folder. */
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

/** Adds the options of `ServiceArguments`. */
export function serviceOptions(command: Command): Command {
  return command
    .option('--url <url>', 'a service that runs; default: GLEANER_URL', serviceUrl)
    .option('--key <key>', 'key of the calls to it; default: GLEANER_KEY')
    .option('--project <project>', 'id or name of the project that the calls are about')
    .option('--data <folder>', 'without --url and GLEANER_URL: data folder of a service that is started', 'data')
    .option('--json', 'print JSON instead of text');
}

/** Does work with the service that the arguments name. One that is started begins nothing that is queued there. */
export async function withNamedService(
  { data, url, key, project }: ServiceArguments,
  work: (client: ServiceClient, screen: Screen) => Promise<void>,
): Promise<void> {
  const screen = createScreen();
  const { GLEANER_URL, GLEANER_KEY } = processEnvironment();
  const named = url ?? (GLEANER_URL ? serviceUrl(GLEANER_URL) : undefined);
  if (named !== undefined) return work(new ServiceClient(named, key ?? (GLEANER_KEY || undefined), project), screen);
  await withService({ dataDir: data, settings: { ROLE: 'api' }, keep: false }, screen, (service) =>
    work(new ServiceClient(service.url, undefined, project), screen),
  );
}
