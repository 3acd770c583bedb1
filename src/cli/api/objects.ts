import type { Gleaner } from '#client';
import type { Command } from 'commander';
import type { Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';

export interface WaitArguments extends ServiceArguments {
  readonly wait?: boolean;
}

/** The work of a command on one object. @param id of the object */
type ObjectWork<Args extends ServiceArguments> = (
  id: string,
  args: Args,
  gleaner: Gleaner,
  screen: Screen,
) => Promise<void>;

/**
 * Adds a command about one object, named by its id.
 *
 * @param what kind of the object, such as `session`
 * @param role role of a started service, unless `--wait` decides it
 * @returns the command, to which options can be added
 */
export function objectCommand<Args extends WaitArguments>(
  parent: Command,
  name: string,
  what: string,
  description: string,
  work: ObjectWork<Args>,
  role?: 'all',
): Command {
  return serviceOptions(parent.command(name).description(description))
    .argument(`<${what}>`, `id of the ${what}`)
    .action((id: string, args: Args) =>
      withNamedService(args, (gleaner, screen) => work(id, args, gleaner, screen), role ?? roleOf(args)),
    );
}

/** The role of a service started for a command: waiting for work requires a worker. */
const roleOf = ({ wait }: WaitArguments): 'api' | 'all' => (wait === true ? 'all' : 'api');

/** Shows an object: as the API returns it, or for people. */
export function showObject<T>(
  value: T,
  { json }: Pick<ServiceArguments, 'json'>,
  text: (value: T) => string,
  screen: Screen,
): void {
  if (json === true) screen.json(value);
  else screen.line(text(value));
}

/** Shows a secret once: only the secret goes to standard output, so that it can be piped into a secret store. */
export function showSecret(secret: string, remark: string, screen: Screen): void {
  screen.note(`${remark}. It is not shown again:`);
  screen.line(secret);
}

/** Input without the undefined fields. */
export const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
