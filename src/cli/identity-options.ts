import { readFileSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { SessionInput } from '#client';
import { accessSchema } from '../domain/session/access-config.js';
import type { CookieMode } from '../domain/session/reading-config.js';
import { sessionSettingsSchema } from '../domain/session/session-config.js';
import { CliError, Exit } from './cli-error.js';
import { decoded } from './files.js';
import { settingOption } from './options.js';

const { toDotPath } = z.core;

/** Options for the identity of a session's requests. */
export interface IdentityArguments {
  readonly userAgent?: string;
  readonly acceptLanguage?: string;
  readonly cookies?: CookieMode;
}

export interface AccessArguments {
  readonly access?: AccessInput;
}

type AccessInput = z.input<typeof accessSchema>;

/** Adds the options of `IdentityArguments`. */
export const identityOptions = (command: Command): Command =>
  command
    .addOption(
      settingOption('--user-agent <name>', 'userAgent')
        .default(undefined)
        .argParser(textOf(sessionSettingsSchema.shape.userAgent)),
    )
    .addOption(
      settingOption('--accept-language <languages>', 'acceptLanguage').argParser(
        textOf(sessionSettingsSchema.shape.acceptLanguage),
      ),
    )
    .addOption(settingOption('--cookies <mode>', 'cookies').default(undefined, 'visit'));

/**
 * Adds the option of `AccessArguments`. It names a file, because command lines are visible in the history and to other
 * users of the machine.
 */
export const accessOption = (command: Command): Command =>
  command.option(
    '--access <file>',
    'headers and cookies for single hosts, and proxies, which are kept secret: a JSON file such as ' +
      '{"hosts": [{"host": "a.example", "headers": [{"name": "authorization", "value": "..."}], "cookies": ["name=value"]}], "proxies": ["socks5://proxy.example:1080"]}',
    accessIn,
  );

/** The given options as settings of a session. */
export const identityOf = ({
  userAgent,
  acceptLanguage,
  cookies,
  access,
}: IdentityArguments & AccessArguments): Pick<SessionInput, 'userAgent' | 'acceptLanguage' | 'cookies' | 'access'> => ({
  ...(userAgent !== undefined && { userAgent }),
  ...(acceptLanguage !== undefined && { acceptLanguage }),
  ...(cookies !== undefined && { cookies }),
  ...(access !== undefined && { access }),
});

const textOf =
  (schema: z.ZodType<string | undefined>) =>
  (text: string): string => {
    const problem = schema.safeParse(text).error?.issues[0]?.message;
    if (problem !== undefined)
      throw new InvalidArgumentError(/^Too /.test(problem) ? `${problem}.` : `Expected ${problem}.`);
    return text;
  };

/** Errors name the position in the file and the allowed values, but do not show the content. */
function accessIn(file: string): AccessInput {
  const refused = (problem: string) => new CliError(`--access: ${problem}`, Exit.Usage);
  let given: unknown;
  try {
    given = JSON.parse(decoded(readFileSync(file)));
  } catch (error) {
    throw refused(error instanceof SyntaxError ? 'the file is not JSON' : 'the file cannot be read');
  }
  const { error, data } = accessSchema.safeParse(given);
  if (data !== undefined) return data;
  const problems = error.issues.map(({ path, message }) => [toDotPath(path), message].filter(Boolean).join(': '));
  throw refused(problems.join('; '));
}
