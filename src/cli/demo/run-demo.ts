import { openDemoWeb, type DemoWeb, type LexicographerClass } from '../../modules/research/demo-web/index.js';
import { serveRecordedWeb } from '../../modules/research/recorded-web/index.js';
import { type CommandContext, requireCompleted, runSession, trained } from '../run-session.js';
import { createScreen, percent } from '../screen.js';
import { clientAt } from '../service-client.js';
import type { Model, SessionInput, Topic } from '#client';
import { withService } from '../with-service.js';
import { collectionLines, tourCollection } from './collection-tour.js';
import { jsonReport, printReport } from './demo-output.js';
import { reopenSteps, nextSteps, type DemoRun } from './demo-report.js';
import { demoTopic, type DemoTopic } from './demo-topic.js';
import { trueHarvest } from './true-harvest.js';

export interface DemoOptions {
  readonly budget: number;
  readonly topicClass: LexicographerClass;
  readonly policies: readonly string[];
  /** Kind of the relevance model. Default: the service chooses. */
  readonly model?: string;
  readonly concurrency: number;
  readonly eagerness: number;
  readonly randomSeed: number;
  readonly delayMs: number;
  /** Minimum time between two fetches from one host. */
  readonly hostDelayMs: number;
  readonly failureRate: number;
  readonly domainCap: string;
  readonly render: boolean;
  readonly dataDir: string;
  readonly json: boolean;
  readonly keep: boolean;
}

const seconds = (from: number): string => ((performance.now() - from) / 1_000).toFixed(1);

/**
 * The demo: serves WordNet as a web behind a proxy, runs the service as a separate process, and does everything else
 * through the service's public APIs.
 *
 * Web and service are always ended before this settles.
 *
 * @throws CliError if a session does not complete, if the service refuses or ends, or on Ctrl-C
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const screen = createScreen();
  const started = performance.now();
  const { delayMs, failureRate, randomSeed: seed, dataDir, keep } = options;
  const world = new DemoWorld(options.topicClass);
  const served = await serveRecordedWeb(world.served, { port: 0, delayMs, failureRate, seed });
  try {
    const use = { dataDir, settings: { CRAWL_PROXY_URL: served.url }, keep };
    // The service is a separate process, so the web is made while it starts.
    const making = setImmediate(() => {
      const from = performance.now();
      const { web } = world.make();
      screen.note(
        `Demo web: ${web.size} pages on ${web.sites.length} domains behind the proxy ${served.url} (${seconds(from)} s)`,
      );
    });
    try {
      await withService(use, screen, (service, signal) =>
        tour(options, world.make(), { client: clientAt(service.url), screen, signal, started }),
      );
    } finally {
      clearImmediate(making);
    }
  } finally {
    await served.close();
  }
}

/** The web and its topic, made on first use. */
class DemoWorld {
  private made: { readonly web: DemoWeb; readonly wanted: DemoTopic } | null = null;

  constructor(private readonly topicClass: LexicographerClass) {}

  make(): { readonly web: DemoWeb; readonly wanted: DemoTopic } {
    if (this.made !== null) return this.made;
    const web = openDemoWeb();
    return (this.made = { web, wanted: demoTopic(web, this.topicClass) });
  }

  /** The web as its server sees it. */
  get served(): Pick<DemoWeb, 'size' | 'lookup'> {
    const make = (): DemoWeb => this.make().web;
    return {
      get size() {
        return make().size;
      },
      lookup: (url) => make().lookup(url),
    };
  }
}

interface TourContext extends CommandContext {
  /** Start of the demo, by `performance.now()`, ms. */
  readonly started: number;
}

async function tour(
  options: DemoOptions,
  { web, wanted }: { readonly web: DemoWeb; readonly wanted: DemoTopic },
  context: TourContext,
): Promise<void> {
  const { client, screen } = context;
  const { topic, model } = await prepare(context, wanted, options);
  const runs: DemoRun[] = [];
  const input = {
    modelId: model.id,
    randomSeed: options.randomSeed,
    budget: { fetches: options.budget },
    concurrency: options.concurrency,
    eagerness: options.eagerness,
    // The demo web tolerates twice the load of a stranger's server.
    hostConcurrency: options.hostDelayMs === 0 ? 2 : 1,
    hostDelayMs: options.hostDelayMs,
    domainCap: options.domainCap,
    render: options.render ? 'always' : 'never',
  } satisfies SessionInput;
  for (const policy of options.policies) {
    const session = await runSession(context, topic.id, { ...input, policy });
    requireCompleted(session);
    runs.push({
      session,
      truth: await trueHarvest(client, session.id, web, wanted.class),
      seconds: session.activeSeconds,
    });
  }
  if (!options.json) await printReport(client, wanted, runs, screen);
  const before = runs.map(({ session }) => session);
  const of = { topicId: topic.id, before, dataDir: options.dataDir };
  const collection = await tourCollection(context, of, { ...input, policy: options.policies[0] });
  if (options.json)
    screen.line(JSON.stringify({ ...(await jsonReport(client, topic, model, runs)), collection }, null, 2));
  else screen.line(`\n${collectionLines(collection)}`);

  screen.note(`\nDone in ${seconds(context.started)} s.`);
  if (options.keep) screen.note(`\n${nextSteps(client.url, topic.id, runs[0].session.id).join('\n')}`);
  else screen.note(reopenSteps(options.dataDir, runs[0].session.id).join('\n'));
}

/** Creates the topic and trains its model as a user would: only through REST. */
async function prepare(
  context: CommandContext,
  wanted: DemoTopic,
  options: DemoOptions,
): Promise<{ topic: Topic; model: Model }> {
  const { client, screen } = context;
  const topic = await client.createTopic({
    name: `${wanted.label}, ${new Date().toISOString().slice(0, 19).replace('T', ' ')}`,
    description: `Demo: WordNet's class ${wanted.class}`,
    keywords: [...wanted.keywords],
    seeds: [...wanted.seeds],
  });
  const report = await client.addExamples(topic.id, wanted.examples);
  const from = performance.now();
  const model = await trained(context, await client.trainModel(topic.id, options.model));
  const precision = model.metrics?.precision ?? null;
  const recall = model.metrics?.recall ?? null;
  screen.note(
    `Topic "${wanted.label}": ${wanted.keywords.length} keywords, ${wanted.seeds.length} seeds, ${report.created} labelled pages; ` +
      `${model.kind} model, cross-validated precision ${percent(precision)}, recall ${percent(recall)} (${seconds(from)} s)\n`,
  );
  return { topic, model };
}
