import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { storedForm } from '../../../domain/base/json-value.js';
import { MAX_SCOPE_HOSTS } from '../../../domain/scope/index.js';
import { DEFAULT_POLICY, findPolicy, type PolicyDefinition, policies } from '../../../domain/policies/index.js';
import {
  type AccessConfig,
  accessSchema,
  sessionConfigSchema,
  sessionSettingsSchema,
  type SessionConfig,
} from '../../../domain/session/index.js';
import { foldSpace } from '../../../domain/text/index.js';
import { isUuid } from '../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { type ChangeOrigin, type DatabaseTransaction, setOrigin } from '../../../platform/database/index.js';
import { checkedSettings, DomainError, invalid, notFound, withoutNulls } from '../../../platform/errors/index.js';
import { type ModelPlan, SessionModelsService } from '../../topics/models/index.js';
import { PriorsService } from '../priors/index.js';
import { KeywordSetsService, MAX_SEEDS, seedsFromUser, TopicsService } from '../../topics/topics/index.js';
import { refuseUnusedObjective } from './objective.js';
import type { CreateSession, SessionLabel, StartedBy } from './session.js';
import { type SessionGuidance, SessionGuides } from './session-guides.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionTemplatesRepository } from './templates/session-templates.repository.js';
import { withTemplateSettings } from './templates/with-template.js';

const BY_USER: StartedBy = { startedBy: 'USER', startedById: null };

/** Makes a session that was prepared, within a transaction. @param by a user by default. @returns its id */
type InsertSession = (tx: DatabaseTransaction, origin: ChangeOrigin, by?: StartedBy) => Promise<string>;

/** Random seeds have 31 bits, to fit a database column and be readable for people. */
const SEED_BOUND = 2 ** 31;

/** Checks a session's input, and loads everything it needs. */
@Injectable()
export class SessionPreparation {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly models: SessionModelsService,
    private readonly priors: PriorsService,
    private readonly guides: SessionGuides,
    private readonly templates: SessionTemplatesRepository,
    @Inject(APP_CONFIG) private readonly app: Pick<AppConfig, 'CRAWL_USER_AGENT' | 'CRAWL_PROXY_URL' | 'SEARXNG_URL'>,
  ) {}

  /**
   * For modules that start sessions within their own transactions.
   *
   * @param isGuided whether to respect the verdicts on domains of the topic: rejected ones are out of its scope, and
   * those to keep are added to its seeds unless it has its own
   * @returns a function that creates the session, within a transaction, and returns its id
   * @throws DomainError like `create`
   */
  async prepare(topicId: string, input: CreateSession, isGuided = true): Promise<InsertSession> {
    await this.topics.get(topicId);
    const guidance = isGuided ? await this.guides.of(topicId) : null;
    const { basis, settings } = splitInput(await this.withTemplate(input));
    const { modelId, keywordSetVersion, seeds: ownSeeds, randomSeed: seed, startFrom } = basis;
    const policy = requirePolicy(basis.policy ?? DEFAULT_POLICY);
    const resolvedPolicy = resolvePolicyConfig(policy, basis.policyConfig);
    refuseIfGraphNeeded(policy, resolvedPolicy);
    this.requireSearchEngine(policy, resolvedPolicy);
    const config = guided(this.resolveConfig(settings), guidance);
    const access = this.accessOf(basis.access);
    refuseUnusedObjective(policy, config);
    const seeds = await this.seedsOf(topicId, ownSeeds, guidance);
    // The model first: if it has to be made, it uses the current keywords.
    const plan: ModelPlan =
      modelId == null
        ? await this.models.plan(topicId)
        : { kind: 'use', modelId: (await this.models.given(topicId, modelId)).id };
    const keywordSetId = await this.keywordSetOf(topicId, keywordSetVersion);
    const prior = await this.priors.of({ policy, policyConfig: resolvedPolicy, config }, startFrom ?? null);
    return async (tx, origin, by = BY_USER) => {
      await setOrigin(tx, origin);
      const id = await this.sessions.insert(tx, {
        ...by,
        ...labelOf(basis),
        topicId,
        keywordSetId,
        modelId: await this.models.take(tx, topicId, plan),
        policy: policy.name,
        policyVersion: policy.version,
        policyConfig: resolvedPolicy,
        config,
        access,
        randomSeed: seed ?? randomInt(SEED_BOUND),
        seeds,
      });
      if (prior) await this.priors.store(tx, id, prior);
      return id;
    };
  }

  /** The input with the settings of its template, and without the template. @throws DomainError NOT_FOUND */
  async withTemplate<Input extends CreateSession>(input: Input): Promise<Omit<Input, 'templateId'>> {
    const { templateId, ...own } = input;
    if (templateId == null) return own;
    const template = isUuid(templateId) ? await this.templates.find(templateId) : null;
    if (!template) throw notFound('session template', templateId, 'templateId');
    return withTemplateSettings(own, template.settings);
  }

  /** Checks policy and settings of a template. Limits may be missing: the session gives them. */
  checkTemplate(settings: object): void {
    const { policy, policyConfig, ...rest } = settings as CreateSession;
    const definition = requirePolicy(policy ?? DEFAULT_POLICY);
    refuseIfGraphNeeded(definition, resolvePolicyConfig(definition, policyConfig));
    checkedSettings(sessionSettingsSchema, rest, '');
  }

  /** The settings of a session created now from this input; null if they are not accepted (any more). */
  settingsOf(input: CreateSession): SessionConfig | null {
    try {
      return this.resolveConfig(splitInput(input).settings);
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  private requireSearchEngine(policy: PolicyDefinition, config: unknown): void {
    if (policy.needs?.(config).search === 'searxng' && this.app.SEARXNG_URL === undefined)
      throw invalid(
        'policyConfig.engine',
        'this service has no SearXNG to ask: its operator sets SEARXNG_URL',
        'stored',
      );
  }

  private resolveConfig(settings: object): SessionConfig {
    const given = withoutNulls(settings) as Record<string, unknown>;
    const userAgent = given['userAgent'] ?? this.app.CRAWL_USER_AGENT;
    return checkedSettings(sessionConfigSchema, { ...given, userAgent }, '');
  }

  private accessOf(given: unknown): AccessConfig | null {
    if (given == null) return null;
    const access = checkedSettings(accessSchema, withoutNulls(given), 'access', { secret: true });
    if (access.proxies.length > 0 && this.app.CRAWL_PROXY_URL !== undefined)
      throw invalid(
        'access.proxies',
        'all crawling of this service goes through the proxy of its operator',
        'no proxies',
      );
    return access;
  }

  private async seedsOf(
    topicId: string,
    own: readonly string[] | null | undefined,
    guidance: SessionGuidance | null,
  ): Promise<readonly string[]> {
    const ofTopic = own == null ? ((await this.topics.seedsOf([topicId])).get(topicId) ?? []) : [];
    const further = own == null ? (guidance?.seeds ?? []) : [];
    const seeds = own == null ? [...new Set([...ofTopic, ...further])].slice(0, MAX_SEEDS) : seedsFromUser(own);
    if (seeds.length === 0)
      throw invalid(
        'seeds',
        'a session needs seeds: give seeds for the session or for the topic, or let the service suggest some by the keywords (POST /v1/topics/:id/seeds/suggest, suggestSeeds)',
        'at least one URL',
      );
    return seeds;
  }

  private async keywordSetOf(topicId: string, version: number | null | undefined): Promise<string> {
    if (version != null) return (await this.keywordSets.get(topicId, version)).id;
    const current = await this.keywordSets.current(topicId);
    // Policies need a keyword set; a topic that is described only by examples gets an empty one.
    return (current ?? (await this.keywordSets.put(topicId, []))).id;
  }
}

/** Adds people's decisions about domains to the settings. */
function guided(config: SessionConfig, guidance: SessionGuidance | null): SessionConfig {
  if (guidance === null || guidance.denyHosts.length === 0) return config;
  const { denyHosts = [] } = config.scope;
  const all = [...new Set([...denyHosts, ...guidance.denyHosts])].slice(0, MAX_SCOPE_HOSTS);
  return { ...config, scope: { ...config.scope, denyHosts: all } };
}

/** The input of a session without its settings. */
function splitInput(input: CreateSession): { readonly basis: CreateSession; readonly settings: object } {
  const { name, note, policy, policyConfig, modelId, keywordSetVersion, seeds, randomSeed, startFrom, ...rest } = input;
  const { access, ...settings } = rest;
  return {
    basis: { name, note, policy, policyConfig, modelId, keywordSetVersion, seeds, randomSeed, startFrom, access },
    settings,
  };
}

const labelOf = ({ name, note }: CreateSession): SessionLabel => ({
  name: nameOf(name ?? ''),
  note: (note ?? '').trim(),
});

/** A name as it is stored: on one line, null where there is none. */
export const nameOf = (raw: string): string | null => foldSpace(raw) || null;

function requirePolicy(name: string): PolicyDefinition {
  const policy = findPolicy(name);
  if (!policy)
    throw invalid(
      'policy',
      `there is no policy ${JSON.stringify(name)}`,
      `one of ${policies
        .filter((known) => !needsGraph(known, {}))
        .map((known) => known.name)
        .join(', ')}`,
    );
  return policy;
}

function needsGraph(policy: PolicyDefinition, config: unknown): boolean {
  const { success, data } = policy.configSchema.safeParse(config);
  return success && policy.needs?.(data)?.graph === true;
}

/** The service does not know the web before crawling it. */
function refuseIfGraphNeeded(policy: PolicyDefinition, config: unknown): void {
  if (!needsGraph(policy, config)) return;
  throw invalid(
    'policy',
    `${policy.name} must know the whole web before it is crawled, so it only runs on recorded and synthetic webs, in experiments and \`gleaner lab\``,
    'a policy that does not need to know the web',
  );
}

/** The configuration with its defaults, as plain JSON: every later run reads the stored form. */
function resolvePolicyConfig(policy: PolicyDefinition, config: unknown): unknown {
  const resolved = checkedSettings(policy.configSchema, withoutNulls(config ?? {}), 'policyConfig');
  return storedForm(resolved);
}
