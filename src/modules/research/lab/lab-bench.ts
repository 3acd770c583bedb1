import { CurveRecorder, type HarvestCurve } from '../../../domain/experiments/index.js';
import { USUAL_ANSWER_MS } from '../../../domain/experiments/run.js';
import type { PolicyDefinition, Prior } from '../../../domain/policies/index.js';
import type { RelevanceModel } from '../../../domain/relevance/index.js';
import { initialCap, type Judge, type SessionConfig, sessionConfigSchema } from '../../../domain/session/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import { domainKey } from '../../../domain/url/index.js';
import { createKnownWeb, type KnownWeb, oracleOrder } from '../../../domain/webs/index.js';
import type { SearchEngine } from '../../../engine/index.js';
import type { ReachedGraph } from './lab-graph.js';
import type { LabStep } from './lab-step.js';
import type { LabWeb } from './lab-web.js';
import { type PolicyRunResult, runPolicy } from './run-policy.js';
import {
  type DrawnTrouble,
  drawTrouble,
  linkedAddresses,
  type LinkedAddresses,
  mostDeadLinks,
  type Trouble,
} from './trouble.js';
import { TextIndex } from '../../../domain/search/index.js';

/** The pace of a simulated crawl. The delay between two fetches from one host is a setting of the session. */
export interface LabPace {
  /** Concurrent fetches. */
  readonly concurrency: number;
  /** Median response time, ms. */
  readonly answerMs: number;
}

const NO_TROUBLE: DrawnTrouble = { deadLinks: new Set(), refusingHosts: new Set() };
const DEFAULT_PACE: LabPace = { concurrency: 1, answerMs: USUAL_ANSWER_MS };

/** The settings common to all runs of an experiment. */
interface BenchSetting {
  readonly web: LabWeb;
  readonly seeds: readonly string[];
  /** Settings of the session besides budget and concurrency. */
  readonly session: object;
  /** The pace of crawls, in simulated time. Default: one fetch at a time. */
  readonly pace?: LabPace;
  /** `labels`: the crawler knows the truth about each fetched page. `model`: it judges by itself. */
  readonly reward: 'labels' | 'model';
  /**
   * `skip`: links without a recorded response are no candidates; `fetch`: they are, and cost a failing fetch, like dead
   * links.
   */
  readonly unrecorded: 'skip' | 'fetch';
  /**
   * Dead links and refusing hosts, drawn by the random seed of each run. Default: none. The oracle knows and avoids
   * them.
   */
  readonly trouble?: Trouble;
  /** The truth about a page, by its own address. */
  readonly isRelevant: (url: string) => boolean;
}

export interface BenchPolicy {
  readonly definition: PolicyDefinition;
  readonly config: unknown;
  readonly prior?: Prior;
  /** Settings of its sessions that differ from those of the others. */
  readonly session?: object;
}

/** How a run judges pages and links. */
export interface BenchJudge {
  readonly model: Pick<RelevanceModel, 'scoreText'> & Partial<RelevanceModel>;
  /** Replaces the model for pages. */
  readonly judge?: Judge;
  readonly keywords: readonly Keyword[];
}

export interface Reachable {
  readonly pages: number;
  readonly relevant: number;
  /** Domains with a relevant page. */
  readonly domains: number;
}

/** A web on which policies run one after another. */
export class LabBench {
  readonly reachable: Reachable;
  private readonly knownWeb: KnownWeb;
  private engine: Promise<SearchEngine> | null = null;
  private linked: Promise<LinkedAddresses> | null = null;

  private constructor(
    private readonly setting: BenchSetting,
    private readonly known: ReachedGraph,
  ) {
    const { isRelevant } = setting;
    this.knownWeb = createKnownWeb(known.graph, known.urls, (page) => isRelevant(known.urls[page]), known.aliases);
    const relevant = known.urls.filter(isRelevant);
    const { grouping } = this.configFor(1);
    const domains = new Set(relevant.map((url) => domainKey(url, grouping))).size;
    this.reachable = { pages: known.graph.size, relevant: relevant.length, domains };
  }

  /** @param known its graph, if already known */
  static async open(setting: BenchSetting, known?: ReachedGraph): Promise<LabBench> {
    return new LabBench(setting, known ?? (await setting.web.graphFrom(setting.seeds)));
  }

  /** Seeds that are pages of the web. */
  get seedPages(): number {
    return this.known.seeds.length;
  }

  /** One run of one policy. @param onStep called after each step */
  async run(
    policy: BenchPolicy,
    budget: number,
    randomSeed: number,
    judge: BenchJudge,
    onStep?: (step: LabStep) => void,
  ): Promise<PolicyRunResult> {
    const { web, seeds, isRelevant, reward, unrecorded, pace = DEFAULT_PACE } = this.setting;
    const trouble = await this.troubleOf(randomSeed);
    const searches = policy.definition.needs?.(policy.definition.configSchema.parse(policy.config)).search;
    const result = await runPolicy({
      policy: policy.definition,
      policyConfig: policy.config,
      ...(policy.prior && { prior: policy.prior }),
      config: this.configFor(budget, policy.session),
      randomSeed,
      seeds,
      fetcher: web.fetcher,
      cache: web.cache,
      web: this.knownWeb,
      // Without another judge, it alone judges pages.
      model: judge.model as RelevanceModel,
      ...(judge.judge && { judge: judge.judge }),
      keywords: judge.keywords,
      language: 'language' in judge.model ? judge.model.language : '',
      ...(searches !== undefined && { search: await (this.engine ??= labSearch(web)) }),
      isRelevant,
      reward,
      answerMs: pace.answerMs,
      isOpen: unrecorded === 'fetch' ? () => true : (url) => web.isRecorded(url) || trouble.deadLinks.has(url),
      refusingHosts: trouble.refusingHosts,
      ...(onStep && { onStep }),
    });
    web.cache.save();
    return result;
  }

  /** Largest possible share of dead links: those of the web's links that lead to unrecorded pages. */
  async mostDeadLinks(): Promise<number> {
    return mostDeadLinks(await this.linkedAddresses());
  }

  /** The results of a crawler that knows the whole web. */
  oracle(budget: number): HarvestCurve {
    const { isRelevant } = this.setting;
    const config = this.configFor(budget);
    const { graph, urls, seeds } = this.known;
    const names = urls.map((url) => domainKey(url, config.grouping));
    const numbers = new Map(names.map((name, page) => [name, page]));
    const order = oracleOrder({
      graph,
      seeds,
      isRelevant: (page) => isRelevant(urls[page]),
      domainOf: (page) => numbers.get(names[page]) ?? page,
      budget,
      domainCap: initialCap(config.domainCap),
    });
    const recorder = new CurveRecorder();
    for (const page of order) recorder.add(isRelevant(urls[page]), names[page]);
    return recorder.curve();
  }

  /** The trouble drawn by a random seed. */
  async troubleOf(randomSeed: number): Promise<DrawnTrouble> {
    const { trouble, isRelevant } = this.setting;
    if (!trouble) return NO_TROUBLE;
    const linked = trouble.deadLinks > 0 ? await this.linkedAddresses() : { recorded: 0, unrecorded: [] };
    return drawTrouble(trouble, linked, this.known, (page) => isRelevant(this.known.urls[page]), randomSeed);
  }

  private linkedAddresses(): Promise<LinkedAddresses> {
    return (this.linked ??= linkedAddresses(this.setting.web, this.known));
  }

  private configFor(budget: number, own: object = {}): SessionConfig {
    const { session, pace: { concurrency } = DEFAULT_PACE } = this.setting;
    return sessionConfigSchema.parse({ ...session, ...own, concurrency, budget: { fetches: budget } });
  }
}

/**
 * A search engine over all pages of a web under their own addresses, in the order of the recording: the same web always
 * gives the same answers.
 */
async function labSearch({ urls, document }: Pick<LabWeb, 'urls' | 'document'>): Promise<SearchEngine> {
  const index = new TextIndex();
  for (const url of urls()) {
    const page = await document(url);
    if (page?.url === url) index.add(page);
  }
  return { search: (request) => Promise.resolve({ kind: 'hits', hits: index.search(request) }) };
}
