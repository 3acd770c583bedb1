import { Injectable } from '@nestjs/common';
import { findRemoteModel } from '../../../domain/relevance/index.js';
import { TERMINAL_STATES } from '../../../domain/session/index.js';
import { parseSyntheticSettings, SyntheticSettingsError } from '../../../domain/webs/index.js';
import { restSpelling } from '../../../platform/api/index.js';
import { DomainError, invalid } from '../../../platform/errors/index.js';
import { LAB_SESSION } from '../lab/index.js';
import { type Model, ModelsService, SessionModelsService } from '../../topics/models/index.js';
import { type Session, SessionsService } from '../../crawl/sessions/index.js';
import { KeywordSetsService, seedsFromUser, TopicsService } from '../../topics/topics/index.js';
import { labelFiles, WebLibrary } from '../web-library/index.js';
import { type ExperimentPlan, type NewExperiment, MAX_STORED_PAGES, MAX_SYNTHETIC_PAGES } from './experiment.js';
import { StoredGraphsRepository } from './stored-graphs.repository.js';

/** The web of an experiment as specified by the user. */
export interface WebChoice {
  readonly topicId?: string | null;
  readonly modelId?: string | null;
  readonly seeds?: readonly string[] | null;
  readonly web: {
    readonly recordedWeb?: string | null;
    readonly labels?: readonly string[] | null;
    readonly sessionId?: string | null;
    readonly synthetic?: string | null;
  };
}

/** Judge, seeds and settings that depend on the web. */
type ChosenWeb = Pick<NewExperiment, 'topicId' | 'modelId'> &
  Pick<ExperimentPlan, 'web' | 'seeds' | 'truth' | 'session' | 'keywordSetVersion'> & {
    /** Default name of the experiment. */
    readonly name: string;
    /** Number of pages, if known. */
    readonly pages: number | null;
  };

const ONE = 'one of recordedWeb, sessionId, synthetic';

/** Finds the web of an experiment and the judge of its pages. */
@Injectable()
export class ExperimentWebs {
  constructor(
    private readonly library: WebLibrary,
    private readonly topics: TopicsService,
    private readonly keywordSets: KeywordSetsService,
    private readonly models: ModelsService,
    private readonly topicModels: SessionModelsService,
    private readonly sessions: SessionsService,
    private readonly graphs: StoredGraphsRepository,
  ) {}

  /** @throws DomainError NOT_FOUND; VALIDATION_FAILED or INVALID_STATE naming the wrong field */
  async chosen(choice: WebChoice): Promise<ChosenWeb> {
    const { recordedWeb = null, sessionId = null, synthetic = null, labels = null } = choice.web;
    const given = [recordedWeb, sessionId, synthetic].filter((each) => each !== null);
    if (given.length !== 1) throw invalid('web', 'an experiment uses one web', ONE);
    if (recordedWeb === null && labels !== null && labels.length > 0)
      throw invalid('web.labels', 'only recorded webs have labels', 'no labels, or a recordedWeb');
    if (synthetic !== null) return this.synthetic(synthetic, choice);
    if (sessionId !== null) return this.session(sessionId, choice);
    return this.recorded(recordedWeb ?? '', [...new Set(labels ?? [])], choice);
  }

  private synthetic(text: string, choice: WebChoice): ChosenWeb {
    for (const field of ['topicId', 'modelId', 'seeds'] as const)
      if ((choice[field] ?? null) !== null)
        throw invalid(field, `a synthetic web has a topic, a model and seeds of its own`, `no ${field}`);
    try {
      const settings = parseSyntheticSettings(text);
      if (settings.changing)
        throw new SyntheticSettingsError('changing: expected false, since no time passes in an experiment');
      if (settings.pages > MAX_SYNTHETIC_PAGES)
        throw new SyntheticSettingsError(`pages: expected at most ${MAX_SYNTHETIC_PAGES} in an experiment`);
      return {
        ...{ topicId: null, modelId: null, seeds: [], truth: 'labels', keywordSetVersion: null },
        session: LAB_SESSION,
        web: { kind: 'synthetic', text, settings },
        name: `a synthetic web of ${settings.pages} pages`,
        pages: settings.pages,
      };
    } catch (error) {
      if (error instanceof SyntheticSettingsError)
        throw invalid('web.synthetic', error.message, 'settings of a synthetic web, such as pages=2000,seed=3');
      throw error;
    }
  }

  private async recorded(name: string, labels: readonly string[], choice: WebChoice): Promise<ChosenWeb> {
    const known = await this.library.find(name);
    if (!known)
      throw invalid(
        'web.recordedWeb',
        `there is no recorded web ${JSON.stringify(name)}`,
        'the name of a recorded web (GET /v1/recorded-webs)',
      );
    if (labels.length > 0 && known.labels === null)
      throw invalid(
        'web.labels',
        `recorded web ${name} has no list of labels`,
        `no labels, and the model judges; or ${labelFiles(name)}`,
      );
    const topicId = choice.topicId ?? null;
    if (topicId === null)
      throw invalid('topicId', 'a topic has the keywords and the model that judges pages', 'the id of a topic');
    const topic = await this.topics.get(topicId);
    const model = await this.modelOf(topicId, choice.modelId ?? null);
    if (findRemoteModel(model.kind))
      throw invalid(
        'modelId',
        `a model of kind ${model.kind} asks a classifier outside of this service, which experiments do not`,
        'a model of another kind',
      );
    const seeds = choice.seeds
      ? seedsFromUser(choice.seeds)
      : ((await this.topics.seedsOf([topicId])).get(topicId) ?? []);
    if (seeds.length === 0)
      throw invalid('seeds', 'neither the experiment nor the topic has seeds', 'at least one URL');
    return {
      ...{ topicId, modelId: model.id, seeds },
      truth: labels.length > 0 ? 'labels' : 'model',
      keywordSetVersion: (await this.keywordSets.current(topicId))?.version ?? null,
      session: LAB_SESSION,
      web: { kind: 'recorded', name, labels },
      name: `${topic.name} on the recorded web ${name}`,
      pages: null,
    };
  }

  private async session(id: string, choice: WebChoice): Promise<ChosenWeb> {
    const session = await this.sessions.find(id);
    if (!session) throw invalid('web.sessionId', `session ${id} does not exist`, 'the id of a session that has ended');
    requireGraph(session);
    const { topicId, keywordSetVersion, policy, config } = session;
    if ((choice.topicId ?? topicId) !== topicId)
      throw invalid('topicId', `session ${id} is of another topic`, 'the topic of the session, or none');
    const modelId = choice.modelId ?? session.modelId;
    const ownModel = modelId === session.modelId;
    const model = ownModel ? null : await this.topicModels.given(topicId, modelId);
    if (model && findRemoteModel(model.kind))
      throw invalid('modelId', 'experiments ask no classifier', "the session's own model, or one of another kind");
    const topic = await this.topics.get(topicId);
    const { grouping, domainCap, objective, eagerness, scope, followNofollow, maxLinksPerPage, languages } = config;
    const settings = {
      grouping,
      domainCap,
      eagerness,
      scope,
      followNofollow,
      maxLinksPerPage,
      ...(languages && { languages }),
      ...(objective && { objective }),
    };
    return {
      ...{ topicId, modelId, keywordSetVersion },
      seeds: choice.seeds ? seedsFromUser(choice.seeds) : session.seeds,
      truth: 'model',
      session: { ...LAB_SESSION, ...settings },
      web: { kind: 'session', sessionId: id, policy, ownModel, ...(await this.graphs.linksOf(id)) },
      name: `${topic.name}: other policies on the pages of a session with ${policy}`,
      pages: session.fetched,
    };
  }

  private async modelOf(topicId: string, modelId: string | null): Promise<Model> {
    if (modelId !== null) return this.topicModels.given(topicId, modelId);
    const model = await this.models.newestReady(topicId);
    if (model) return model;
    throw new DomainError('INVALID_STATE', 'the topic has no model that is ready', {
      field: 'modelId',
      allowed: 'a topic with a model that is ready',
    });
  }
}

function requireGraph({ id, state, fetched, pendingModelId }: Session): void {
  const refused = (message: string, allowed: string): DomainError =>
    new DomainError('INVALID_STATE', message, { field: 'web.sessionId', allowed, details: { state, fetched } });
  if (!TERMINAL_STATES.has(state)) throw refused(`session ${id} is ${restSpelling(state)}`, 'a session that has ended');
  if (pendingModelId !== null)
    throw refused(`the model of session ${id} is being changed`, 'a session whose model is not being changed');
  if (fetched === 0) throw refused(`session ${id} has fetched no page`, 'a session that has fetched pages');
  if (fetched > MAX_STORED_PAGES)
    throw refused(`session ${id} has fetched ${fetched} pages`, `a session of at most ${MAX_STORED_PAGES} pages`);
}
