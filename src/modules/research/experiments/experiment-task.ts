import { openSnapshot } from '../../../domain/base/sealed-snapshot.js';
import { createRng } from '../../../domain/base/rng.js';
import { decodeSnapshot } from '../../../domain/base/snapshot.js';
import {
  CurveRecorder,
  type FinishedRun,
  finishedRun,
  type ReferenceRun,
  type RunKey,
  scoreCurve,
  upTo,
} from '../../../domain/experiments/index.js';
import { USUAL_ANSWER_MS } from '../../../domain/experiments/run.js';
import { openWordVectors } from '../../../domain/learning/word-vectors.js';
import { findPolicy, type PriorKind } from '../../../domain/policies/index.js';
import { findRelevanceModel, findRemoteModel } from '../../../domain/relevance/index.js';
import { type Judge, sessionConfigSchema } from '../../../domain/session/index.js';
import type { Keyword } from '../../../domain/topic/index.js';
import { domainKey } from '../../../domain/url/index.js';
import type { SyntheticSettings } from '../../../domain/webs/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';
import {
  type BenchJudge,
  type BenchPolicy,
  LabBench,
  LabCache,
  type LabWeb,
  openLabWeb,
  openStoredWeb,
  openSyntheticLab,
  prepareModel,
  STORED_RELEVANT,
  type StoredPage,
} from '../lab/index.js';
import type { ExperimentFindings, JudgedBy } from './experiment.js';
import { decodePages } from './experiment-pages.js';

/** Everything that an experiment needs, as plain data for another thread. */
export interface ExperimentRequest {
  readonly web:
    | {
        readonly kind: 'recorded';
        readonly path: string;
        readonly labelFile: string | null;
        readonly labels: readonly string[];
      }
    | { readonly kind: 'session'; readonly pages: readonly SharedArrayBuffer[]; readonly policy: string }
    | { readonly kind: 'synthetic'; readonly settings: SyntheticSettings };
  readonly seeds: readonly string[];
  readonly session: Readonly<Record<string, unknown>>;
  /** Concurrent fetches, in simulated time. */
  readonly concurrency: number;
  readonly reward: JudgedBy;
  readonly truth: JudgedBy;
  readonly policies: readonly {
    readonly policy: string;
    readonly config: unknown;
    readonly session?: object;
    readonly prior: { readonly kind: PriorKind; readonly data: Uint8Array } | null;
  }[];
  readonly randomSeeds: readonly number[];
  readonly budgets: readonly number[];
  /** Finished runs. */
  readonly done: readonly RunKey[];
  /** Null on a synthetic web, which has its own model for each random seed. */
  readonly judge: {
    readonly kind: string;
    readonly weights: Uint8Array;
    readonly keywords: readonly Keyword[];
    readonly vectors: SharedArrayBuffer;
    /** Whether pages have the session's judgements. */
    readonly stored: boolean;
  } | null;
}

export type ExperimentPart =
  | { readonly kind: 'findings'; readonly findings: ExperimentFindings }
  | { readonly kind: 'run'; readonly run: FinishedRun };

/** `refused`: the experiment has no seed or no page. */
type ExperimentAnswer = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly message: string };

/**
 * Memory for a packed recorded web, and characters of its parsed pages in the cache: the thread has 2 GB in addition.
 */
const MAX_WEB_BYTES = 512 * 1024 * 1024;
const MAX_CACHED_CHARS = 60_000_000;

/** Runs the remaining runs of an experiment one after another, and sends each when it ends. */
export const task: ThreadTask<ExperimentRequest, ExperimentAnswer, ExperimentPart> = {
  url: import.meta.url,
  run: async (request, _progress, give = () => undefined) => {
    const opened = await openWeb(request);
    const { web, seeds, isRelevant, judgeFor } = opened;
    const { session, concurrency, reward, budgets, randomSeeds } = request;
    const graph = await web.graphFrom(seeds);
    if (graph.seeds.length === 0) return { kind: 'refused', message: 'none of the seeds is a page of the web' };
    const truth = await isRelevant(graph.urls);
    const pace = { concurrency, answerMs: USUAL_ANSWER_MS };
    const bench = await LabBench.open(
      { web, seeds, session, pace, reward, unrecorded: 'skip', isRelevant: truth },
      graph,
    );
    const { reachable } = bench;
    const references: ReferenceRun[] = [];
    const best = new Map<number, number>();
    const referenceOf = (name: string, budget: number, curve: ReturnType<LabBench['oracle']>): ReferenceRun => ({
      name,
      ...finishedRun({ policy: -1, budget, randomSeed: 0 }, upTo(curve, budget), {
        ...{ targets: reachable.relevant, best: best.get(budget) ?? 0, end: 'BUDGET', wallMs: 0 },
      }),
    });
    for (const budget of budgets) {
      const oracle = bench.oracle(budget);
      best.set(budget, scoreCurve(oracle, budget).relevant);
      references.push(referenceOf('oracle', budget, oracle));
      if (opened.own) references.push(referenceOf(opened.own.name, budget, opened.own.curve));
    }
    give({ kind: 'findings', findings: { reachable, references, warnings: web.warnings ?? [] } });

    const policies = request.policies.map(benchPolicy);
    const done = new Set(request.done.map(keyOf));
    for (const budget of budgets)
      for (const randomSeed of randomSeeds)
        for (const [policy, subject] of policies.entries()) {
          const key = { policy, budget, randomSeed };
          if (done.has(keyOf(key))) continue;
          const judge = await judgeFor(randomSeed);
          const { curve, end, wallMs, simulatedMs } = await bench.run(subject, budget, randomSeed, judge);
          const measured = {
            targets: reachable.relevant,
            best: best.get(budget) ?? 0,
            end,
            wallMs: Math.round(wallMs),
            simulatedMs: Math.round(simulatedMs),
          };
          give({ kind: 'run', run: finishedRun(key, curve, measured) });
        }
    return { kind: 'done' };
  },
};

const keyOf = ({ policy, budget, randomSeed }: RunKey): string => `${policy} ${budget} ${randomSeed}`;

function benchPolicy({ policy, config, session, prior }: ExperimentRequest['policies'][number]): BenchPolicy {
  const definition = findPolicy(policy);
  if (!definition)
    throw new Error(
      `there is no policy ${policy}: name its module in POLICY_MODULES, or use the version of Gleaner that has it`,
    );
  return {
    definition,
    config,
    session,
    ...(prior && { prior: { kind: prior.kind, state: openSnapshot(prior.data) } }),
  };
}

interface OpenedWeb {
  readonly web: LabWeb;
  readonly seeds: readonly string[];
  /** @param urls reachable pages */
  readonly isRelevant: (urls: readonly string[]) => Promise<(url: string) => boolean>;
  readonly judgeFor: (randomSeed: number) => Promise<BenchJudge>;
  /** Results of the session whose graph it is. */
  readonly own?: { readonly name: string; readonly curve: ReturnType<CurveRecorder['curve']> };
}

async function openWeb(request: ExperimentRequest): Promise<OpenedWeb> {
  const cache = new LabCache(MAX_CACHED_CHARS);
  const { web: source } = request;
  if (source.kind === 'synthetic') return openSynthetic(source.settings, cache);
  if (source.kind === 'session') return openSession(request, decodePages(source.pages), source.policy, cache);
  const web = await openLabWeb(source.path, source.labelFile, cache, { maxBytes: MAX_WEB_BYTES });
  const judge = judgeOf(request);
  const wanted = new Set(source.labels);
  const byLabel = (url: string): boolean => [...(web.labels.get(url) ?? [])].some((label) => wanted.has(label));
  return {
    web,
    seeds: request.seeds,
    isRelevant: (urls) => (request.truth === 'labels' ? Promise.resolve(byLabel) : byJudge(web, urls, judge)),
    judgeFor: () => Promise.resolve(judge),
  };
}

function openSynthetic(settings: SyntheticSettings, cache: LabCache): OpenedWeb {
  const { web, topic } = openSyntheticLab(settings, cache);
  const isRelevant = (url: string): boolean => web.labels.get(url)?.has(topic.label) ?? false;
  const judges = new Map<number, Promise<BenchJudge>>();
  return {
    web,
    seeds: topic.seeds,
    isRelevant: () => Promise.resolve(isRelevant),
    judgeFor: (randomSeed) => {
      const judge = judges.get(randomSeed) ?? prepareModel({ web, topic }, isRelevant, createRng(randomSeed));
      judges.set(randomSeed, judge);
      return judge;
    },
  };
}

function openSession(
  request: ExperimentRequest,
  pages: readonly StoredPage[],
  policy: string,
  cache: LabCache,
): OpenedWeb {
  const config = sessionConfigSchema.parse({ ...request.session, budget: { fetches: 1 } });
  const { web, judge: stored } = openStoredWeb(pages, config.followNofollow, cache);
  const judge = judgeOf(request, request.judge?.stored === true ? stored : undefined);
  return {
    web,
    seeds: request.seeds,
    isRelevant: async (urls) =>
      judge.judge === undefined
        ? byJudge(web, urls, judge)
        : (url) => web.labels.get(url)?.has(STORED_RELEVANT) ?? false,
    judgeFor: () => Promise.resolve(judge),
    // Under another model it would have chosen other pages.
    ...(judge.judge && { own: { name: `the session itself (${policy})`, curve: curveOf(pages, config) } }),
  };
}

function curveOf(
  pages: readonly StoredPage[],
  { grouping }: ReturnType<typeof sessionConfigSchema.parse>,
): ReturnType<CurveRecorder['curve']> {
  const recorder = new CurveRecorder();
  for (const { finalUrl, relevant } of pages) recorder.add(relevant, domainKey(finalUrl, grouping));
  return recorder.curve();
}

function judgeOf({ judge }: ExperimentRequest, stored?: Judge): BenchJudge {
  if (judge === null) throw new Error('there is no model or label to judge pages by');
  const { kind, weights, keywords } = judge;
  const vectors = openWordVectors(judge.vectors);
  const definition = findRelevanceModel(kind);
  if (definition) {
    const model = definition.restore(decodeSnapshot(weights), { vectors });
    return { model, keywords, ...(stored && { judge: stored }) };
  }
  if (!stored) throw new Error(`models of kind ${kind} cannot judge here`);
  // Of an external classifier only its judge of short texts is used: the pages are already judged.
  const classifierFor = () => ({ scoreMany: () => Promise.reject(new Error('experiments do not call a classifier')) });
  const model = findRemoteModel(kind)?.restore(decodeSnapshot(weights), { vectors, classifierFor });
  if (!model) throw new Error(`there is no relevance model of kind ${kind}`);
  return { model, keywords, judge: stored };
}

/** The model's verdict on every reachable page. Runs find the verdicts in the cache. */
async function byJudge(web: LabWeb, urls: readonly string[], { model }: BenchJudge): Promise<(url: string) => boolean> {
  const judge = web.cache.judge(model as Parameters<LabCache['judge']>[0]);
  const relevant = new Set<string>();
  for (const url of urls) {
    const document = await web.document(url);
    if (document !== null && judge.judge(document, url).relevant) relevant.add(url);
  }
  return (url) => relevant.has(url);
}
