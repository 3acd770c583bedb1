import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { CliError, Exit } from './cli-error.js';
import { watchInterruption } from './interruption.js';
import { integerFrom, share } from './options.js';

interface WebArguments {
  readonly port: number;
  readonly host: string;
  readonly delay: number;
  readonly failures: number;
  readonly randomSeed: number;
  readonly asSent?: boolean;
}

/** `gleaner web`: WARC files as an HTTP forward proxy. */
export function registerWeb(program: Command): void {
  program
    .command('web')
    .description('serve a recorded web as an HTTP forward proxy that answers for all its hosts')
    .argument('<path>', "WARC file, .warc or .warc.gz, or a folder of them such as a session's archive")
    .option('--port <n>', 'port to listen on; 0 takes any free one', integerFrom(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--delay <ms>', 'time before each answer', integerFrom(0, 60_000), 0)
    .option('--failures <share>', 'share of the requests that fail, from 0 to 1', share, 0)
    .option('--random-seed <n>', 'random seed that decides which requests fail', integerFrom(0, 2 ** 31 - 1), 0)
    .option('--as-sent', 'serve pages as the servers sent them, even if they were recorded as rendered')
    .action(async (file: string, args: WebArguments) => {
      if (!existsSync(file)) throw new CliError(`${file} does not exist`, Exit.Usage);
      const { runWebCommand } = await import('../modules/recorded-web/index.js');
      const served = await runWebCommand(
        {
          file,
          port: args.port,
          host: args.host,
          delayMs: args.delay,
          failureRate: args.failures,
          seed: args.randomSeed,
          preferRendered: args.asSent !== true,
        },
        (line) => process.stdout.write(`${line}\n`),
      );
      const interruption = watchInterruption();
      await interruption.happened.catch(() => undefined);
      interruption.release();
      await served.close();
    });
}
