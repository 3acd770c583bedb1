import { Option, type Command } from 'commander';
import { SHOWN_AS_FAILURES } from '../domain/fetching/index.js';
import { DEFAULT_POLICY } from '../domain/policies/index.js';
import type { RenderMode } from '../domain/session/reading-config.js';
import { objectiveSchema } from '../domain/session/objective-config.js';
import { saturationSchema } from '../domain/session/saturation.js';
import { MAX_FETCHES, MAX_RANDOM_SEED, type SearchMode } from '../domain/session/session-config.js';
import { readExamples } from './api/topics.js';
import { CliError, Exit } from './cli-error.js';
import { domainTable, nextSteps } from './demo/demo-report.js';
import { checkOutputFiles, writeFileFrom } from './files.js';
import { finished, watchInterruption } from './interruption.js';
import {
  type AccessArguments,
  accessOption,
  type IdentityArguments,
  identityOf,
  identityOptions,
} from './identity-options.js';
import { integerFrom, jsonObject, schemaOption, share, settingOption, webAddresses, wordList } from './options.js';
import { type CommandContext, requireCompleted, runSession, tellLostSeeds, trained } from './run-session.js';
import { createScreen, percent } from './screen.js';
import { beginWith, readySpider, SPIDER_REFERENCE } from './spiders/find-spider.js';
import { clientAt, ServiceClient } from './service-client.js';
import { dataOption, namedService, remoteOptions } from './service-options.js';
import type { ExampleInput, Schemas, SessionInput, Topic } from '#client';
import { withService } from './with-service.js';

interface CrawlArguments extends IdentityArguments, AccessArguments {
  readonly keywords: string[];
  readonly seeds: string[];
  readonly budget: number;
  readonly policy?: string;
  readonly policyConfig?: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  readonly concurrency: number;
  readonly hostDelay: number;
  readonly eagerness: number;
  readonly maxPerDomain: string;
  readonly domainWeight?: number;
  readonly domainsAtLeast?: number;
  readonly untilBelow?: number;
  readonly window: number;
  readonly confidence: number;
  readonly render: RenderMode;
  readonly sitemaps?: boolean;
  readonly search: SearchMode;
  readonly pdf?: boolean;
  readonly languages?: string[];
  readonly warc?: string;
  readonly examples?: string;
  readonly model?: string;
  readonly name?: string;
  readonly out?: string;
  readonly data: string;
  readonly randomSeed?: number;
  readonly startFrom?: string;
  readonly spider?: string;
  readonly keep?: boolean;
  readonly url?: string;
  readonly key?: string;
  readonly project?: string;
}

/**
 * `gleaner crawl`: creates a topic from keywords and seeds, crawls the live web in one session, and shows the results.
 */
export function defineCrawl(command: Command): void {
  remoteOptions(command)
    .requiredOption('--keywords <words>', 'keywords and key phrases, separated by commas', wordList)
    .requiredOption(
      '--seeds <urls>',
      'addresses to start from, separated by commas; those within an address may stay',
      webAddresses,
    )
    .option('--budget <n>', 'maximum number of pages to fetch', integerFrom(1, MAX_FETCHES), 1_000)
    .option('--policy <name>', `crawl policy; default: ${DEFAULT_POLICY}, with --spider the one that suits it`)
    .option(
      '--policy-config <json>',
      'settings of the policy, such as \'{"preset": "paper"}\'; GET /v1/policies describes them',
      jsonObject,
    )
    .option(
      '--settings <json>',
      'further settings of the session, as POST /v1/topics/:id/sessions takes them; they take precedence over the other options',
      jsonObject,
      {},
    )
    .addOption(settingOption('--concurrency <n>', 'concurrency'))
    .addOption(settingOption('--host-delay <ms>', 'hostDelayMs'))
    .addOption(settingOption('--eagerness <e>', 'eagerness'))
    .addOption(settingOption('--max-per-domain <n>', 'domainCap').default('unlimited'))
    .addOption(schemaOption('--domain-weight <w>', objectiveSchema.shape.domainWeight).conflicts('domainsAtLeast'))
    .addOption(schemaOption('--domains-at-least <n>', objectiveSchema.shape.domainsAtLeast))
    .option('--until-below <rate>', 'end when the harvest rate of the last pages is significantly below this', share)
    .option('--window <n>', 'number of last pages for --until-below', integerFrom(10, 1_000_000), 200)
    .addOption(schemaOption('--confidence <c>', saturationSchema.shape.confidence))
    .addOption(settingOption('--render [mode]', 'render').preset('always'))
    .addOption(settingOption('--sitemaps', 'sitemaps'))
    .addOption(settingOption('--search <mode>', 'search'))
    .option('--pdf', 'also fetch PDF documents as pages')
    .addOption(settingOption('--languages <codes>', 'languages'));
  dataOption(accessOption(identityOptions(command)), 'keep')
    .option('--warc <file>', 'archive everything that is fetched, and write it to this file (.warc.gz)')
    .option('--examples <file>', 'labelled pages, one JSON object per line: {"url": ..., "relevant": true}')
    .addOption(
      new Option('--model <kind>', 'kind of relevance model; default: the service chooses by the number of examples'),
    )
    .option('--name <name>', 'name of the topic; default: the keywords and the time')
    .option('--random-seed <n>', 'seed of the random generator', integerFrom(0, MAX_RANDOM_SEED))
    .option(
      '--start-from <session>',
      'id of an ended session of this data folder whose learned state the crawl starts with',
    )
    .option('--spider <spider>', `a trained spider to start with: ${SPIDER_REFERENCE} that is ready`)
    .option('--out <file>', 'write the relevant pages as JSON lines')
    .option('--keep', 'keep the started service running until Ctrl-C')
    .action(crawl);
}

async function crawl(args: CrawlArguments, command: Command): Promise<void> {
  const unused = ['window', 'confidence'].find((name) => command.getOptionValueSource(name) === 'cli');
  if (args.untilBelow === undefined && unused !== undefined)
    throw new CliError(`--${unused}: expected with --until-below`, Exit.Usage);
  await checkOutputFiles({ '--warc': args.warc, '--out': args.out });
  const examples = args.examples === undefined ? [] : await readExamples(args.examples);
  const screen = createScreen();
  const named = namedService(args);
  if (named !== null) {
    const interruption = watchInterruption();
    const working = crawlWith(
      { client: new ServiceClient(named), screen, signal: interruption.signal },
      args,
      examples,
    );
    return finished(working, interruption).finally(() => interruption.release());
  }
  const use = { dataDir: args.data, settings: {}, keep: args.keep ?? false };
  await withService(use, screen, (service, signal) =>
    crawlWith({ client: clientAt(service.url, args.project), screen, signal }, args, examples),
  );
}

async function crawlWith(
  context: CommandContext,
  args: CrawlArguments,
  examples: readonly ExampleInput[],
): Promise<void> {
  const { client, screen } = context;
  const { policy = DEFAULT_POLICY, policyConfig } =
    args.spider === undefined
      ? args
      : beginWith(await readySpider(client, args.spider), args.policy, args.policyConfig);
  const name =
    args.name ?? `${args.keywords.slice(0, 3).join(', ')} ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`;
  const topic = await client.createTopic({ name, keywords: args.keywords, seeds: args.seeds });
  try {
    await crawlTopic(context, topic, { ...args, policy, policyConfig }, examples);
  } catch (error) {
    const service = namedService(args) === null ? `--data ${args.data}` : `--url ${client.url}`;
    const project = args.project === undefined ? '' : ` --project ${args.project}`;
    screen.note(`Topic "${name}" stays. To remove it: gleaner topics delete ${topic.id} ${service}${project}`);
    throw error;
  }
}

async function crawlTopic(
  context: CommandContext,
  topic: Topic,
  { policy, policyConfig, ...args }: CrawlArguments & { readonly policy: string },
  examples: readonly ExampleInput[],
): Promise<void> {
  const { client, screen } = context;
  if (examples.length > 0) await client.addExamples(topic.id, examples);
  const model = await trained(context, await client.trainModel(topic.id, args.model));
  screen.note(
    `Topic "${topic.name}" on ${client.url}: ${args.keywords.length} keywords, ${args.seeds.length} seeds, ${model.kind} model`,
  );

  const session = await runSession(context, topic.id, {
    policy,
    modelId: model.id,
    concurrency: args.concurrency,
    hostDelayMs: args.hostDelay,
    eagerness: args.eagerness,
    domainCap: args.maxPerDomain,
    render: args.render,
    sitemaps: args.sitemaps ?? false,
    search: args.search,
    archive: args.warc !== undefined,
    ...(args.pdf === true ? { contentTypes: ['html', 'text', 'pdf'] } : {}),
    ...identityOf(args),
    ...objectiveOf(args),
    ...saturationOf(args),
    ...(args.languages === undefined ? {} : { languages: args.languages }),
    ...(args.randomSeed === undefined ? {} : { randomSeed: args.randomSeed }),
    ...(policyConfig === undefined ? {} : { policyConfig }),
    ...(args.startFrom === undefined ? {} : { startFrom: args.startFrom }),
    ...args.settings,
    budget: { fetches: args.budget, ...(args.settings['budget'] as object | undefined) },
  });
  screen.note(`Session ${session.id}`);
  await tellLostSeeds(context, session);
  requireCompleted(session);

  screen.line(
    `\n${session.fetched} pages, ${session.relevant} relevant (${percent(session.harvestRate)}) on ${session.relevantDomainCount} domains; ` +
      `${session.failed} fetches failed, ${session.robotsDenied} URLs denied by robots.txt; ended by ${session.stateReason ?? 'itself'}\n`,
  );
  if (session.objectiveProgress) screen.line(objectiveLine(session.objectiveProgress));
  if (session.relevantDomainCount > 0) screen.line(await domainTable(client, session));
  screen.line(judgementLine(await client.judgement(session.id)));
  screen.line(reportLine(await client.report(session.id)));
  if (args.settings['monitoring'] !== undefined) screen.line(monitoringLine(await client.monitoring(session.id)));
  if (args.warc !== undefined) {
    await writeFileFrom(await client.exportArchive(session.id), args.warc);
    screen.note(`\nWrote all fetched responses to ${args.warc}`);
  }
  if (args.out !== undefined) {
    await writePages(client, session.id, args.out);
    screen.note(`\nWrote ${session.relevant} relevant pages to ${args.out}`);
  }
  if (args.keep !== true) return;
  screen.note(`\n${nextSteps(client.url, topic.id, session.id).join('\n')}`);
}

function objectiveOf({ domainWeight, domainsAtLeast }: CrawlArguments): Pick<SessionInput, 'objective'> {
  const objective = { ...(domainWeight !== undefined && { domainWeight }), ...(domainsAtLeast && { domainsAtLeast }) };
  return Object.keys(objective).length === 0 ? {} : { objective };
}

function saturationOf({ untilBelow, window, confidence }: CrawlArguments): Pick<SessionInput, 'saturation'> {
  return untilBelow === undefined ? {} : { saturation: { window, minHarvestRate: untilBelow, confidence } };
}

function objectiveLine({ relevantDomains, domainsAtLeast }: Schemas['ObjectiveProgressDto']): string {
  return domainsAtLeast === null
    ? `Objective: ${relevantDomains} relevant domains`
    : `Objective: ${relevantDomains} of at least ${domainsAtLeast} relevant domains`;
}

/** Further figures: retries, renderings, duplicates and traps. */
function reportLine({
  outcomes,
  retries,
  recovered,
  rendered,
  unrendered,
  duplicates,
  leftOut,
}: Schemas['FetchReportDto']): string {
  const failures = outcomes
    .filter(({ name }) => (SHOWN_AS_FAILURES as readonly string[]).includes(name))
    .map(({ name, count }) => `${count} ${name}`);
  const traps = leftOut
    .filter(({ name }) => name.startsWith('trap: '))
    .map(({ name, count }) => `${count} ${name.slice('trap: '.length)}`);
  return [
    failures.length > 0
      ? `Failures: ${failures.join(', ')}; ${retries} further attempts, ${recovered} of them brought the page`
      : 'No fetch failed',
    `${rendered} pages rendered, ${duplicates} repeat the text of another`,
    ...(unrendered > 0
      ? [`Pages that scripts seem to fill in: ${unrendered}; --render auto loads such pages in Chromium`]
      : []),
    ...(traps.length > 0 ? [`URLs left out as traps: ${traps.join(', ')}`] : []),
  ].join('\n');
}

/** The measures of a monitoring session over all its windows. */
function monitoringLine({ downloaded, sent, relevant, ...rest }: Schemas['MonitoringReportDto']): string {
  const hours = rest.ageHours === null ? '-' : `${rest.ageHours.toFixed(2)} h`;
  return (
    `Monitoring: ${downloaded} downloaded, ${sent} sent, ${relevant} relevant, ${rest.foundUrls} URLs found; ` +
    `efficiency ${percent(rest.downloadEfficiency)} of downloaded, ${percent(rest.sentEfficiency)} of sent; freshness ${percent(rest.freshness)}, age ${hours}`
  );
}

async function writePages({ gleaner }: ServiceClient, id: string, file: string): Promise<void> {
  const params = { path: { id }, query: { format: 'jsonl', relevant: true } };
  await writeFileFrom(await gleaner.download('/v1/sessions/{id}/pages/export', { params }), file);
}

/** A line about the quality of a session's judgements. */
function judgementLine({
  reported,
  precision,
  precisionBasis,
  recall,
  recallBasis,
  labels,
}: Schemas['JudgementDto']): string {
  const share = (what: string, value: Schemas['JudgementDto']['precision']): string =>
    value === null
      ? `${what} unknown`
      : `${what} ${percent(value.estimate)} (${percent(value.from)} to ${percent(value.to)})`;
  const basis =
    precisionBasis === 'labels' && recallBasis === 'labels'
      ? `from ${labels} labels on pages drawn at random`
      : precisionBasis === 'labels'
        ? `precision from ${labels} labels, recall as of other models`
        : 'as of other models; labels from the label queue with strategy=audit give a better estimate';
  return `Judged relevant: ${reported} different pages; ${share('precision', precision)}, ${share('recall', recall)}: ${basis}`;
}
