import { Inject, Injectable } from '@nestjs/common';
import { agreementOf, gateOf, MIN_COMPARED } from '../../../domain/labels/index.js';
import {
  createdKey,
  createdPiece,
  onlySlice,
  type PageRequest,
  sharedCounts,
  type Slice,
  sliceOf,
} from '../../../platform/api/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import { type LabelledText, TopicsService } from '../topics/index.js';
import { LabellerBudgetRepository } from './labeller-budget.repository.js';
import { LabellerClient } from './labeller-client.js';
import {
  type LabellerAgreement,
  type LabellerLabel,
  type LabellerLabelFilter,
  type LabellerState,
  MAX_LABELLER_LABELS,
} from './labeller-label.js';
import { LabellerLabelsRepository } from './labeller-labels.repository.js';

/** Labels of the labeller: their agreement with those of people, and whether models may learn from them. */
@Injectable()
export class LabellerService {
  constructor(
    private readonly labels: LabellerLabelsRepository,
    private readonly budget: LabellerBudgetRepository,
    private readonly client: LabellerClient,
    private readonly topics: TopicsService,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'LABELLER_CALLS' | 'LABELLER_MIN_KAPPA'>,
  ) {}

  /** @throws DomainError INVALID_STATE if the operator has set up none */
  requireName(): string {
    const { name } = this.client;
    if (name === null)
      throw new DomainError('INVALID_STATE', 'this service has no labeller: its operator sets LABELLER_URL', {
        allowed: 'labels by people',
      });
    return name;
  }

  /** @throws DomainError NOT_FOUND */
  async state(topicId: string): Promise<LabellerState> {
    await this.topics.get(topicId);
    const [agreements, callsToday] = await Promise.all([this.agreements(topicId), this.budget.callsToday()]);
    return {
      labeller: this.client.name,
      callsToday,
      callsPerDay: this.config.LABELLER_CALLS,
      minKappa: this.config.LABELLER_MIN_KAPPA,
      minCompared: MIN_COMPARED,
      agreements,
    };
  }

  /** Of each language model that has labelled for the topic, the most recent first. */
  async agreements(topicId: string): Promise<LabellerAgreement[]> {
    return (await this.labels.countsOf(topicId)).map(({ labeller, relevant, irrelevant, ...table }) => {
      const agreement = agreementOf(table);
      return { ...agreement, labeller, relevant, irrelevant, gate: gateOf(agreement, this.config.LABELLER_MIN_KAPPA) };
    });
  }

  /** Newest first. @throws DomainError NOT_FOUND if there is no such topic */
  async list(topicId: string, page: PageRequest, filter: LabellerLabelFilter): Promise<Slice<LabellerLabel>> {
    await this.topics.get(topicId);
    return onlySlice(await this.listOf([topicId], page, filter));
  }

  /** Existing labels by id. */
  async getMany(ids: readonly string[]): Promise<Map<string, LabellerLabel>> {
    return new Map((await this.labels.findMany(ids)).map((label) => [label.id, label]));
  }

  /** The same part of the list for each topic. */
  async listOf(
    topicIds: readonly string[],
    page: PageRequest,
    filter: LabellerLabelFilter,
  ): Promise<Map<string, Slice<LabellerLabel>>> {
    const rows = await this.labels.listOf(topicIds, createdPiece(page), filter);
    const countOf = sharedCounts(() => this.labels.countOf(topicIds, filter));
    return new Map(topicIds.map((id) => [id, sliceOf(rows.get(id) ?? [], page, createdKey, countOf(id))]));
  }

  /**
   * The labels that models may learn from: those of language models with an open gate, for pages without a person's
   * label.
   *
   * @throws DomainError INVALID_STATE naming `labellerLabels`, with the agreement, if no gate is open
   */
  async usable(topicId: string): Promise<LabelledText[]> {
    const agreements = await this.agreements(topicId);
    const open = agreements.filter(({ gate }) => gate === 'open').map(({ labeller }) => labeller);
    if (open.length === 0) throw closed(agreements, this.config.LABELLER_MIN_KAPPA);
    return this.labels.texts(topicId, open, MAX_LABELLER_LABELS);
  }

  /** @throws DomainError INVALID_STATE like `usable` */
  async requireOpen(topicId: string): Promise<void> {
    const agreements = await this.agreements(topicId);
    if (!agreements.some(({ gate }) => gate === 'open')) throw closed(agreements, this.config.LABELLER_MIN_KAPPA);
  }
}

function closed([newest]: readonly (LabellerAgreement | undefined)[], minKappa: number): DomainError {
  const agreed =
    newest === undefined
      ? 'it has labelled nothing for the topic yet'
      : newest.kappa === null || newest.lower === null || newest.compared < MIN_COMPARED
        ? `it was compared with ${newest.compared} labels of people, at least ${MIN_COMPARED} of both kinds are needed`
        : `its kappa with people is ${newest.kappa.toFixed(2)}, the lower end of the interval is ${newest.lower.toFixed(2)}, and ${minKappa} is needed`;
  return new DomainError('INVALID_STATE', `the labels of the labeller may not be used: ${agreed}`, {
    field: 'labellerLabels',
    allowed: 'false',
  });
}
