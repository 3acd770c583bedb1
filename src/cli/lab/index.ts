import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { MAX_FETCHES } from '../../domain/session/session-config.js';
import { parseSyntheticSettings } from '../../domain/webs/index.js';
import { CliError, Exit } from '../cli-error.js';
import { checkOutputFiles } from '../files.js';
import { readable } from '../readable-web.js';
import { terminal } from '../terminal.js';
import { SYNTHETIC_OPTION, synthetically, syntheticHelp } from '../synthetic-option.js';
import type { LabCache, LabTopic, LabWeb } from '../../modules/research/lab/index.js';
import { MAX_BACKGROUND, USUAL_ANSWER_MS } from '../../domain/experiments/run.js';
import { decimalFrom, integerFrom, list, settingOption, share } from '../options.js';
import { dataFolder } from '../service-options.js';

const MB = 1024 * 1024;
const MAX_ANSWER_MS = 60_000;
const MOST_DEAD_LINKS = 0.99;

interface LabArguments {
  readonly warc?: string;
  readonly labels?: string;
  readonly synthetic?: string;
  readonly session?: string;
  readonly data: string;
  readonly topic?: string;
  readonly policies: string[];
  readonly policyModule: string[];
  readonly variant: string[];
  readonly budget: number[];
  readonly marks?: number[];
  readonly runs: number;
  readonly randomSeed: number;
  readonly out?: string;
  readonly steps?: string;
  readonly curves?: string;
  readonly latex?: string;
  readonly html?: string;
  readonly json?: string;
  readonly csv?: string;
  readonly cacheDir: string;
  readonly cacheSize: number;
  readonly cache: boolean;
  readonly unrecorded: 'skip' | 'fetch';
  readonly deadLinks?: number;
  readonly refusingHosts?: number;
  readonly concurrency: number;
  readonly hostDelay?: number;
  readonly eagerness?: number;
  readonly answerTime: number;
  readonly background?: number;
  readonly quiet?: boolean;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('expected a whole number of at least 1');
  return value;
}

const fetchNumber = integerFrom(1, MAX_FETCHES);
const fetchNumbers = (text: string): number[] => text.split(',').map(fetchNumber);

function curvesFile(path: string): string {
  if (!/\.(?:csv|svg)$/i.test(path)) throw new InvalidArgumentError('expected a file that ends in .csv or .svg');
  return path;
}

/** The topic with options that override its file. */
const withOptions = (topic: LabTopic, { background, hostDelay, eagerness }: LabArguments): LabTopic => ({
  ...topic,
  ...(background !== undefined && { examples: { ...topic.examples, background } }),
  session: {
    ...topic.session,
    ...(hostDelay !== undefined && { hostDelayMs: hostDelay }),
    ...(eagerness !== undefined && { eagerness }),
  },
});

/** `gleaner lab`: compares policies on a recorded or synthetic web. */
export function defineLab(command: Command): void {
  webOptions(command);
  runOptions(command);
  outputOptions(command)
    .addHelpText('after', syntheticHelp)
    .action(async (args: LabArguments, command: Command) => {
      const { html, json, csv, out, steps, curves, latex } = args;
      await checkOutputFiles({
        ...{ '--html': html, '--json': json, '--csv': csv, '--out': out },
        ...{ '--steps': steps, '--curves': curves, '--latex': latex },
      });
      if (args.session !== undefined) return onSession(args.session, args, command);
      return onFiles(args);
    });
}

/** The web, and the topic on it. */
function webOptions(command: Command): void {
  command
    .option('--warc <path>', "the web: .warc, .warc.gz, .wacz, or a folder of them such as a session's archive")
    .option('--labels <file>', 'labels of the pages, one line per page: url, tab, labels; plain or gzip')
    .option('--synthetic <settings>', SYNTHETIC_OPTION)
    .option('--session <id>', 'the pages stored by an ended session of the data folder; a service is started for it')
    .addOption(dataFolder('data folder of the session'))
    .option(
      '--topic <file>',
      'topic file (JSON) with name, label, keywords and seeds, described in docs/lab.md; a synthetic web has one of its own',
    );
}

/** The compared policies, and how they run. */
function runOptions(command: Command): void {
  command
    .requiredOption('--policies <names>', 'policies, separated by commas', list)
    .option(
      '--policy-module <file...>',
      'JavaScript modules whose default export is a policy: see docs/writing-a-policy.md',
      [],
    )
    .option(
      '--variant <name=policy:json...>',
      'variants of policies with other settings, named for --policies: \'patient=tres:{"discount":0.95}\'. ' +
        '"session" in them overrides domainCap, eagerness and objective: ' +
        '\'wide=prospector:{"session":{"objective":{"domainWeight":1}}}\'',
      [],
    )
    .option(
      '--budget <n,...>',
      'number of fetches per run; several budgets are separated by commas',
      fetchNumbers,
      [1_000],
    )
    .option(
      '--marks <n,...>',
      'additional numbers of fetches at which each run is scored; several are separated by commas',
      fetchNumbers,
    )
    .option('--runs <n>', 'number of runs per policy; each run has the next random seed', wholeNumber, 5)
    .option('--random-seed <n>', 'random seed of the first run', wholeNumber, 1)
    .addOption(
      new Option('--unrecorded <how>', 'treatment of links without a recorded answer')
        .choices(['skip', 'fetch'])
        .default('skip'),
    )
    .option(
      '--dead-links <share>',
      'share of dead links among the URLs that pages link to, from 0 to 0.99: that many links without a ' +
        'recorded answer are fetched',
      decimalFrom(0, MOST_DEAD_LINKS),
    )
    .option(
      '--refusing-hosts <share>',
      'share of the hosts that answer 403 to all requests, among those that no relevant page needs, from 0 to 1',
      share,
    )
    .addOption(settingOption('--concurrency <n>', 'concurrency').default(1))
    .addOption(settingOption('--host-delay <ms>', 'hostDelayMs').default(undefined, 'from the topic file, else 0'))
    .addOption(
      settingOption('--eagerness <e>', 'eagerness').default(undefined, 'from the topic file, else that of sessions'),
    )
    .option(
      '--answer-time <ms>',
      'median time of an answer, in the simulated time of a run',
      integerFrom(1, MAX_ANSWER_MS),
      USUAL_ANSWER_MS,
    )
    .option(
      '--background <n>',
      'texts of general English that the model is trained on beside the examples; overrides the topic file (default: 1000, as the service)',
      integerFrom(0, MAX_BACKGROUND),
    );
}

const outputOptions = (command: Command): Command =>
  command
    .option('--html <file>', 'write a report with plots, one HTML file')
    .option('--json <file>', 'write the summary as JSON, as experiments of the service have it')
    .option('--csv <file>', 'write the runs as CSV')
    .option('--curves <file>', 'write the curves: a table of them as .csv, plots as .svg', curvesFile)
    .option('--latex <file>', 'write the results as a table of LaTeX')
    .option('--steps <file>', 'write each step of each run as a line of JSON: the choice, its reason and its outcome')
    .option('--out <file>', 'write everything as JSON, with the statistics of each run')
    .option('--cache-dir <folder>', 'folder of cached webs', join('data', 'cache'))
    .option('--cache-size <MB>', 'size limit of cached webs: pages, links, models and their scores', wholeNumber, 2_048)
    .option('--no-cache', 'do not use the cache: read pages, train models and judge again; the results are the same')
    .option('--quiet', 'no progress lines');

/** Compares policies on a recorded or synthetic web. @throws CliError for errors of the lab */
async function onFiles(args: LabArguments): Promise<void> {
  const [{ LabError }, { PolicyModuleError }] = await Promise.all([
    import('../../modules/research/lab/index.js'),
    import('../../modules/crawl/policies/plain.js'),
  ]);
  try {
    await readable(() => runOnFiles(args));
  } catch (error) {
    if (error instanceof LabError || error instanceof PolicyModuleError) throw new CliError(error.message, Exit.Usage);
    throw error;
  }
}

async function runOnFiles(args: LabArguments): Promise<void> {
  const [
    { policies },
    { choosePolicies, policiesOfModules },
    { readVariants },
    { comparisonTable, fetchesTable, labTable, latexTable },
    { StepLog },
    { curvesCsv, curvesSvg, htmlReport, reportOfLab, runLab, runsCsv },
  ] = await Promise.all([
    import('../../domain/policies/index.js'),
    import('./chosen-policies.js'),
    import('./policy-variants.js'),
    import('./report.js'),
    import('./step-log.js'),
    import('../../modules/research/lab/index.js'),
  ]);
  const known = [...policies, ...(await policiesOfModules(args.policyModule))];
  const variants = readVariants(args.variant, known);
  const chosen = choosePolicies(args.policies, [...known, ...variants.definitions]);
  const { web, topic: ofWeb } = await openWeb(args);
  const topic = {
    ...ofWeb,
    policyConfig: { ...ofWeb.policyConfig, ...variants.policyConfig },
    policySession: { ...ofWeb.policySession, ...variants.policySession },
  };
  const log = args.steps === undefined ? null : new StepLog(args.steps);
  const report = await runLab({
    web,
    topic: withOptions(topic, args),
    policies: chosen,
    budgets: args.budget,
    runs: args.runs,
    randomSeed: args.randomSeed,
    unrecorded: args.unrecorded,
    trouble: { deadLinks: args.deadLinks ?? 0, refusingHosts: args.refusingHosts ?? 0 },
    ...(args.marks && { marks: args.marks }),
    pace: { concurrency: args.concurrency, answerMs: args.answerTime },
    onProgress: args.quiet ? undefined : (line) => terminal().err.write(`${line}\n`),
    ...(log && { onStep: (run, step) => log.add({ ...run, ...step }) }),
  }).finally(() => log?.close());
  terminal().out.write(`${labTable(report)}\n\n${fetchesTable(report)}\n`);
  const comparison = comparisonTable(report);
  if (comparison !== '') terminal().out.write(`\n${comparison}\n`);
  const shown = reportOfLab(report, args.unrecorded);
  const results = report.results.map(({ runs: _runs, curve: _curve, ...scores }) => scores);
  if (args.html) await writeFile(args.html, htmlReport(shown));
  if (args.json) await writeFile(args.json, `${JSON.stringify({ ...shown, results }, null, 2)}\n`);
  if (args.csv) await writeFile(args.csv, runsCsv(report.policies, report.finished));
  if (args.curves) {
    await writeFile(args.curves, /\.svg$/i.test(args.curves) ? curvesSvg(shown) : curvesCsv(shown));
  }
  if (args.latex) await writeFile(args.latex, latexTable(report));
  if (args.out) await writeFile(args.out, `${JSON.stringify(report, null, 2)}\n`);
}

/** Options that exclude --session: a session has its own topic and model. */
const NOT_WITH_SESSION = {
  '--warc': 'warc',
  '--labels': 'labels',
  '--synthetic': 'synthetic',
  '--topic': 'topic',
  '--background': 'background',
  '--out': 'out',
  '--steps': 'steps',
  '--curves': 'curves',
  '--latex': 'latex',
  '--marks': 'marks',
  '--dead-links': 'deadLinks',
  '--refusing-hosts': 'refusingHosts',
} as const;

/** Compares policies on a session's pages, in the service. @throws CliError for conflicting options */
async function onSession(session: string, args: LabArguments, command: Command): Promise<void> {
  const wrong = Object.entries(NOT_WITH_SESSION).find(([, name]) => args[name] !== undefined)?.[0];
  if (wrong !== undefined || args.policyModule.length > 0)
    throw new CliError(`${wrong ?? '--policy-module'}: expected without --session`, Exit.Usage);
  const [{ policies }, { choosePolicies }, { readVariants }, { whatIf }] = await Promise.all([
    import('../../domain/policies/index.js'),
    import('./chosen-policies.js'),
    import('./policy-variants.js'),
    import('./what-if.js'),
  ]);
  const { definitions, policyConfig, policySession, policyOf } = readVariants(args.variant, policies);
  const chosen = choosePolicies(args.policies, [...policies, ...definitions]);
  const { data, html, json, csv, quiet, budget: budgets, runs, randomSeed } = args;
  await whatIf({
    ...{ session, data, html, json, csv, quiet },
    input: {
      policies: chosen.map(({ name }) => ({
        ...{ name, policy: policyOf[name] ?? name, policyConfig: policyConfig[name] },
        // The service also accepts a domain cap in the form that settings have.
        ...(policySession[name] as object),
      })),
      // The service knows the number of pages.
      ...(command.getOptionValueSource('budget') === 'default' ? {} : { budgets }),
      ...{ runs, randomSeed, concurrency: args.concurrency },
      ...(args.hostDelay !== undefined && { hostDelayMs: args.hostDelay }),
      ...(args.eagerness !== undefined && { eagerness: args.eagerness }),
    },
  });
}

/** The web and topic that the options name. @throws CliError for conflicting options */
async function openWeb(args: LabArguments): Promise<{ web: LabWeb; topic: LabTopic }> {
  const { warc, labels, synthetic, topic } = args;
  const { LabCache, openSyntheticLab, readLabTopic } = await import('../../modules/research/lab/index.js');
  const cache = args.cache ? LabCache.onDisk(args.cacheDir, args.cacheSize * MB) : new LabCache();
  if (synthetic !== undefined) {
    if (warc !== undefined || labels !== undefined)
      throw new CliError('--synthetic: expected without --warc and --labels', Exit.Usage);
    const lab = synthetically(() => openSyntheticLab(parseSyntheticSettings(synthetic), cache));
    if (topic === undefined) return lab;
    await checkFile('topic', topic);
    return { web: lab.web, topic: await readLabTopic(topic) };
  }
  for (const [name, value] of Object.entries({ warc, labels, topic })) {
    if (value === undefined) throw new CliError(`--${name}: expected unless --synthetic is given`, Exit.Usage);
    await checkFile(name, value);
  }
  return { topic: await readLabTopic(topic ?? ''), web: await openRecorded(warc ?? '', labels ?? '', cache) };
}

/** @throws CliError if the file does not exist; recordings may be folders */
async function checkFile(option: string, path: string): Promise<void> {
  const isFolder = (await stat(path).catch(() => null))?.isDirectory();
  if (isFolder === undefined) throw new CliError(`--${option}: ${path} does not exist`, Exit.Usage);
  if (isFolder && option !== 'warc')
    throw new CliError(`--${option}: expected a file; ${path} is a folder`, Exit.Usage);
}

/** @throws CliError naming the file that cannot be read in its expected form */
async function openRecorded(warc: string, labels: string, cache: LabCache): Promise<LabWeb> {
  const { openLabWeb } = await import('../../modules/research/lab/index.js');
  try {
    const web = await openLabWeb(warc, labels, cache);
    for (const _ of web.urls()) return web;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'LabelFileError') throw new CliError(`--labels: ${labels}: ${error.message}`, Exit.Usage);
    if (error.name === 'WarcFormatError') throw new CliError(`--warc: ${error.message}`, Exit.Usage);
    throw error;
  }
  throw new CliError(`--warc: expected recorded pages; ${warc} has none`, Exit.Usage);
}
