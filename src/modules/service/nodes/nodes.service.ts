import { Injectable } from '@nestjs/common';
import { ExperimentsService, toExperimentDto } from '../../research/experiments/index.js';
import { JobsService, toJobDto } from '../../base/jobs/index.js';
import { LabellerService } from '../../topics/labeller/index.js';
import { ModelsService } from '../../topics/models/index.js';
import { MonitorRunsService, MonitorsService } from '../../crawl/monitors/index.js';
import { SchedulesMapper, SchedulesService, toRunDto } from '../../crawl/schedules/index.js';
import { SeedCandidatesService, toSeedCandidateDto } from '../../topics/seeds/index.js';
import { SessionsService, SessionTemplatesService, toSessionDto } from '../../crawl/sessions/index.js';
import { SpidersService, toSpiderDto } from '../../research/spiders/index.js';
import { StoredExportsService, toStoredExportDto } from '../../results/stored-exports/index.js';
import {
  ExamplesService,
  KeywordCandidatesService,
  KeywordSetsService,
  toCandidateDto,
  TopicsService,
} from '../../topics/topics/index.js';
import { WebhookMessagesService, WebhooksService } from '../webhooks/index.js';
import { type NodeKind, NodesRepository } from './nodes.repository.js';

/** An object in the form of its GraphQL type, with the name of that type. */
export interface FoundNode {
  readonly id: string;
  readonly __typename: NodeKind;
}
type LoadMany = (ids: readonly string[]) => Promise<ReadonlyMap<string, { readonly id: string }>>;

function mapped<A, B>(found: ReadonlyMap<string, A>, map: (value: A) => B): Map<string, B> {
  return new Map([...found].map(([id, value]) => [id, map(value)]));
}

@Injectable()
export class NodesService {
  private readonly loaders: Readonly<Record<NodeKind, LoadMany>>;

  constructor(
    private readonly nodes: NodesRepository,
    topics: TopicsService,
    sets: KeywordSetsService,
    candidates: KeywordCandidatesService,
    seeds: SeedCandidatesService,
    examples: ExamplesService,
    models: ModelsService,
    jobs: JobsService,
    spiders: SpidersService,
    sessions: SessionsService,
    experiments: ExperimentsService,
    labeller: LabellerService,
    schedules: SchedulesService,
    scheduleMapper: SchedulesMapper,
    monitors: MonitorsService,
    monitorRuns: MonitorRunsService,
    templates: SessionTemplatesService,
    storedExports: StoredExportsService,
    webhooks: WebhooksService,
    webhookMessages: WebhookMessagesService,
  ) {
    this.loaders = {
      Topic: (ids) => topics.getMany(ids),
      KeywordSet: (ids) => sets.getMany(ids),
      KeywordCandidate: async (ids) => mapped(await candidates.getMany(ids), toCandidateDto),
      SeedCandidate: async (ids) => mapped(await seeds.getMany(ids), toSeedCandidateDto),
      Example: (ids) => examples.getMany(ids),
      Model: (ids) => models.getMany(ids),
      Spider: async (ids) => mapped(await spiders.getMany(ids), toSpiderDto),
      Job: async (ids) => mapped(await jobs.getMany(ids), toJobDto),
      Experiment: async (ids) => mapped(await experiments.getMany(ids), toExperimentDto),
      Session: async (ids) => mapped(await sessions.getMany(ids), (session) => toSessionDto(session)),
      LabellerLabel: (ids) => labeller.getMany(ids),
      Schedule: async (ids) => mapped(await schedules.getMany(ids), scheduleMapper.toDto),
      ScheduleRun: async (ids) => mapped(await schedules.getRuns(ids), toRunDto),
      SessionTemplate: (ids) => templates.getMany(ids),
      Monitor: (ids) => monitors.getMany(ids),
      MonitorRun: (ids) => monitorRuns.getMany(ids),
      SeenChange: (ids) => monitors.getChanges(ids),
      StoredExport: async (ids) => mapped(await storedExports.getMany(ids), toStoredExportDto),
      Webhook: (ids) => webhooks.getMany(ids),
      WebhookMessage: (ids) => webhookMessages.getMany(ids),
    };
  }

  /** The existing objects, read by one query per kind. */
  async getMany(ids: readonly string[]): Promise<Map<string, FoundNode>> {
    const groups = new Map<NodeKind, string[]>();
    for (const [id, kind] of await this.nodes.kindsOf(ids)) groups.set(kind, [...(groups.get(kind) ?? []), id]);
    const found = await Promise.all(
      [...groups].map(async ([kind, own]) =>
        [...(await this.loaders[kind](own)).values()].map((object): [string, FoundNode] => [
          object.id,
          { ...object, __typename: kind },
        ]),
      ),
    );
    return new Map(found.flat());
  }
}
