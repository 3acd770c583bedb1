import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { LearnedState } from '../learned-state/index.js';
import { UnitEvidence } from '../../relevance/evidence/unit-evidence.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, ObservedStep, PolicyDeps, Objective } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import type { ProspectorConfig } from './config.js';
import { creditOf } from './credit.js';
import { DomainWorth } from './domain-worth.js';
import { DrySpells } from './dry-spells.js';
import { scoreOf } from './features.js';
import { Findings } from './findings.js';
import { FollowedLinks, namedFeatures, type FollowedLink } from './followed-links.js';
import { weightsOfSpider } from './learnt-weights.js';
import { LinkFrontier, VALUERS } from './link-frontier.js';
import { LinkValue, type StartingWeights } from './link-value.js';
import { Shares } from './shares.js';
import { PhaseOfCrawl } from './phase.js';
import { HUB_PRIOR, RELEVANCE_PRIOR } from './prior-weights.js';

export const NAME = 'prospector';
export const VERSION = 9;
/** Number of a page's best new links whose chances determine its value as a hub. */
const HUB_LINKS = 3;
/** The default objective: it costs almost no pages and gains many domains (docs/results.md, pages against domains). */
const DEFAULT_OBJECTIVE: Objective = { domainWeight: 0.25 };
/** Default threshold of judges that do not state one. */
const USUAL_THRESHOLD = 0.5;
/** Number of reasons in an explanation. */
const REASONS = 3;

/** Options for programs that study the policy. Sessions do not use them. */
export interface Study {
  /** Replaces the shipped weights. */
  readonly weights?: StartingWeights;
  /** The credit of a page, instead of `creditOf`. */
  readonly credit?: (step: ObservedStep) => number;
  /**
   * Called with each choice before it is made, without effect on it.
   *
   * @param best places of the compared candidates
   */
  watch?(frontier: LinkFrontier, best: readonly number[], view: FrontierView): void;
}

/** One value per link: learned on other webs, and updated by the session's results. */
export class ProspectorPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly findings = new Findings();
  private readonly followed = new FollowedLinks();
  private readonly phase = new PhaseOfCrawl();
  private readonly shares = new Shares(VALUERS.map(({ first }) => first));
  private readonly drySpells: DrySpells;
  private readonly evidence: UnitEvidence;
  private readonly value: LinkValue;
  private readonly frontier: LinkFrontier;
  private readonly threshold: number;

  constructor(
    config: ProspectorConfig,
    deps: Pick<PolicyDeps, 'scoreText' | 'threshold' | 'prior' | 'objective' | 'grouping'>,
    private readonly study: Study = {},
  ) {
    const rates = { features: config.learningRate, words: config.wordLearningRate };
    const prior = deps.prior && SnapshotReader.of(deps.prior.state);
    this.value = new LinkValue(rates, {
      relevance: prior && deps.prior?.kind === 'spider' ? weightsOfSpider(prior) : RELEVANCE_PRIOR,
      hub: HUB_PRIOR,
      ...study.weights,
    });
    if (prior && deps.prior?.kind === 'session') this.value.inherit(prior);
    this.drySpells = new DrySpells(config.patience === 0 ? Number.POSITIVE_INFINITY : config.patience);
    this.threshold = deps.threshold ?? USUAL_THRESHOLD;
    this.evidence = new UnitEvidence(this.threshold);
    const worth = new DomainWorth(deps.objective ?? DEFAULT_OBJECTIVE, deps.grouping);
    this.frontier = new LinkFrontier(config, deps.scoreText, this.findings, this.value, worth);
  }

  get size(): number {
    return this.seeds.size + this.frontier.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(step: number, view: FrontierView): Choice {
    const idle = this.followed.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) {
      this.followed.set(step, null);
      const explanation = { value: 1, exploration: false, terms: this.terms() };
      return { kind: 'fetch', urlNo: seed, source: NO_SOURCE, explanation };
    }
    const lookahead = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    const valuer = this.shares.next();
    const found = this.frontier.find(valuer, view, lookahead, this.seeds.reservation(view));
    // A choice without a result must have no effect: the engine does not repeat it in a replay.
    if (found.ready.length === 0) return { kind: found.waiting || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
    this.study.watch?.(this.frontier, found.ready, view);
    const chosen = this.frontier.takeBest(valuer, found, view);
    this.shares.chose(valuer);
    this.followed.set(step, chosen.link);
    return {
      kind: 'fetch',
      urlNo: chosen.urlNo,
      source: chosen.link.sources[0] ?? NO_SOURCE,
      explanation: {
        value: chosen.value,
        exploration: false,
        rank: chosen.rank,
        options: this.frontier.size + 1,
        features: namedFeatures(chosen.link.features),
        terms: {
          ...this.terms(),
          valuer: VALUERS[valuer].name,
          chance: Number(chosen.link.chance.toPrecision(4)),
          domainWorth: chosen.worth,
          ...this.reasons(chosen.link),
        },
      },
    };
  }

  follow(step: number, candidate: Candidate, view: FrontierView): void {
    this.followed.set(step, this.frontier.take(candidate.urlNo, view));
  }

  observe(step: ObservedStep, view: FrontierView): void {
    const link = this.followed.take(step.choice);
    const { siteNos, answers, means } = this.findings;
    const siteNo = link?.site ?? siteNos.of(step.url, view.hostOf(step.urlNo));
    answers.add(siteNo, view.hostOf(step.urlNo), link?.folder ?? null, link?.isTwin ?? false, step);
    const credit = (this.study.credit ?? creditOf)(step.ok ? this.weighed(step, view) : step, this.threshold);
    const valuer = link?.valuer ?? null;
    if (valuer !== null) this.shares.observe(valuer, credit);
    if (step.ok) {
      means.addReward(credit);
      this.phase.observe(step.relevant);
      this.frontier.coldness = this.phase.coldness;
      this.drySpells.observe(siteNo, step.relevant, credit, means.base);
    }
    // A failure says nothing about the topic; it also brings nothing, so it prolongs a dry spell that has begun.
    else if (this.drySpells.of(siteNo) > 0) this.drySpells.observe(siteNo, false, 0, means.base);
    this.discount(siteNo);
    for (const renewed of this.drySpells.renewInTurn(siteNos.size)) this.discount(renewed);
    if (step.relevant) this.frontier.reach(step.domainNo);
    if (step.ok) this.takeIn(step, siteNo, credit, link, view);
    this.frontier.renewInTurn(view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links)
      this.frontier.add(link, link.source === NO_SOURCE ? null : this.findings.siteAt(link.source), view);
  }

  learn(): void {
    // `observe` updates the weights with each page.
  }

  stats(): Readonly<Record<string, number>> {
    return {
      ...this.phase.stats(),
      barrenHosts: this.drySpells.barren,
      ...this.sharesByName(),
      ...this.frontier.stats(),
    };
  }

  learnedState(): LearnedState {
    return {
      ranksBy: `The chance that the page is relevant, times the worth of its domain and of the rest of its site. Some choices go by the text of the link alone, some by sites in turn. The session is ${this.phase.phase}: ${this.phase.reason}.`,
      weights: this.value.learnedState(),
      history: this.phase.log.history,
    };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      frontier: this.frontier.save(),
      findings: this.findings.save(),
      followed: this.followed.save(),
      phase: this.phase.save(),
      drySpells: this.drySpells.save(),
      evidence: this.evidence.save(),
      shares: this.shares.save(),
      value: this.value.save(),
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.frontier.restore(from.child('frontier'));
    this.findings.restore(from.child('findings'));
    this.followed.restore(from.child('followed'));
    this.phase.restore(from.child('phase'));
    this.drySpells.restore(from.child('drySpells'));
    this.evidence.restore(from.child('evidence'));
    this.shares.restore(from.child('shares'));
    for (let siteNo = 0; siteNo < this.findings.siteNos.size; siteNo++) this.discount(siteNo);
    this.value.restore(from.child('value'));
    this.frontier.coldness = this.phase.coldness;
  }

  /** The page with its probability adjusted by its host's pages. */
  private weighed(step: ObservedStep, view: FrontierView): ObservedStep {
    const hostNo = view.hostOf(step.urlNo);
    const probability = this.evidence.weigh(hostNo, step.probability);
    this.evidence.add(hostNo, step.probability);
    return { ...step, probability };
  }

  private discount(siteNo: number): void {
    this.frontier.discount(siteNo, this.drySpells.remains(siteNo), this.findings.answers.left(siteNo));
  }

  private sharesByName(): Record<string, number> {
    const shares = this.shares.now();
    return Object.fromEntries(VALUERS.map(({ name }, i) => [`${name}Share`, Number(shares[i].toPrecision(3))]));
  }

  /** Learns from a page, and values its links. */
  private takeIn(
    step: ObservedStep,
    siteNo: number,
    credit: number,
    link: FollowedLink | null,
    view: FrontierView,
  ): void {
    const score = scoreOf(step.probability);
    const { means } = this.findings;
    const above = means.addScore(score);
    this.findings.addPage(step.step, siteNo, score);
    const chances: number[] = [];
    for (const candidate of step.links) {
      const chance = this.frontier.add(candidate, siteNo, view);
      if (chance !== null) chances.push(chance);
    }
    const best = chances.sort((a, b) => b - a).slice(0, HUB_LINKS);
    const hub = best.reduce((sum, chance) => sum + chance, 0) / HUB_LINKS;
    means.addHub(hub);
    const residual = link === null ? 0 : credit - link.chance;
    this.findings.add({ credit, residual, score: above, hub }, siteNo, view.hostOf(step.urlNo), link);
    if (link !== null) this.value.learn(link.features, link.words, residual);
  }

  private terms(): Record<string, string | number> {
    return { phase: this.phase.phase, phaseReason: this.phase.reason };
  }

  private reasons(link: FollowedLink): Record<string, string> {
    const reasons = this.value.reasons(link.features, REASONS);
    return {
      reasons: reasons
        .map(({ name, adds }) => `${name} ${adds < 0 ? '−' : '+'}${Math.abs(adds).toFixed(2)}`)
        .join(', '),
    };
  }
}
