import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parseSyntheticSettings } from '../domain/webs/index.js';
import type { ServedWeb } from '../modules/research/recorded-web/index.js';
import { CliError, Exit } from './cli-error.js';
import { watchInterruption } from './interruption.js';
import { decimalFrom, integerFrom, share } from './options.js';
import { readable, warn } from './readable-web.js';
import { SYNTHETIC_OPTION, synthetically, syntheticHelp } from './synthetic-option.js';

interface WebArguments {
  readonly synthetic?: string;
  readonly speed: number;
  readonly port: number;
  readonly host: string;
  readonly delay: number;
  readonly failures: number;
  readonly randomSeed: number;
  readonly asSent?: boolean;
  readonly measures?: boolean;
  readonly labels?: string;
  readonly label?: string;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `gleaner web`: serves WARC files or a synthetic web as an HTTP forward proxy, or measures their link graph. */
export function defineWeb(command: Command): void {
  command
    .argument('[path]', "WARC file, .warc, .warc.gz or .wacz, or a folder of them such as a session's archive")
    .option('--synthetic <settings>', SYNTHETIC_OPTION)
    .option(
      '--speed <n>',
      'simulated seconds per real second on a web that changes; at 8640 a day passes in ten seconds',
      decimalFrom(0.001, 1_000_000),
      1,
    )
    .option('--port <n>', 'port to listen on; 0 takes any free one', integerFrom(0, 65_535), 8080)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--delay <ms>', 'delay before each answer', integerFrom(0, 60_000), 0)
    .option('--failures <share>', 'share of the requests that fail, from 0 to 1', share, 0)
    .option('--random-seed <n>', 'random seed that decides which requests fail', integerFrom(0, 2 ** 31 - 1), 0)
    .option('--as-sent', 'serve pages as their servers sent them, even if they were recorded rendered')
    .option('--measures', 'print measures of the link graph instead of serving')
    .option('--labels <file>', 'for measures: labels of recorded pages, one line per page: url, tab, labels')
    .option('--label <name>', 'for measures: pages with this label are the relevant ones')
    .addHelpText('after', syntheticHelp)
    .action(async (file: string | undefined, args: WebArguments) => {
      if ((file === undefined) === (args.synthetic === undefined))
        throw new CliError('expected either a path or --synthetic', Exit.Usage);
      if (file !== undefined && !existsSync(file)) throw new CliError(`${file} does not exist`, Exit.Usage);
      if (args.measures === true) return measure(file, args);
      const served = await (args.synthetic === undefined
        ? serveFile(file ?? '', args)
        : serveSynthetic(args.synthetic, args));
      const interruption = watchInterruption();
      await interruption.happened.catch(() => undefined);
      interruption.release();
      await served.close();
    });
}

const serving = (args: WebArguments) => ({
  port: args.port,
  host: args.host,
  delayMs: args.delay,
  failureRate: args.failures,
  seed: args.randomSeed,
});

async function serveFile(file: string, args: WebArguments): Promise<ServedWeb> {
  const { runWebCommand } = await import('../modules/research/recorded-web/index.js');
  return readable(() => runWebCommand({ file, ...serving(args), preferRendered: args.asSent !== true, warn }, print));
}

async function serveSynthetic(text: string, args: WebArguments): Promise<ServedWeb> {
  const { runSyntheticWeb } = await import('../modules/research/synthetic-web/index.js');
  const settings = synthetically(() => parseSyntheticSettings(text));
  // Invalid settings may show only when the web is generated.
  return runSyntheticWeb({ settings, speed: args.speed, ...serving(args) }, () => performance.now(), print).catch(
    (error: unknown) =>
      synthetically(() => {
        throw error;
      }),
  );
}

async function measure(file: string | undefined, args: WebArguments): Promise<void> {
  if ((args.labels === undefined) !== (args.label === undefined))
    throw new CliError('--label: expected together with --labels', Exit.Usage);
  if (file === undefined && args.labels !== undefined)
    throw new CliError('--labels: expected only for a recorded web; a synthetic one knows its topics', Exit.Usage);
  const { measuresOfFile, measuresOfSynthetic, measuresTable } = await import('./web-measures.js');
  const measures =
    file === undefined
      ? await measuresOfSynthetic(synthetically(() => parseSyntheticSettings(args.synthetic ?? '')))
      : await measuresOfFile(file, args);
  print(measuresTable(measures));
}
