import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, InputField, Page, QueryField } from '../../../../platform/api/index.js';
import { type LabelStrategy } from '../../../../domain/labels/index.js';
import { ModelDetailsDto, ModelDto } from '../../../topics/models/index.js';
import { PageDto } from '../../results/index.js';

/** For labelling by hand; a file of labels is imported as examples instead. */
const MAX_LABELS = 500;
const MAX_STEP = 2_147_483_647;
/** Longer queues become outdated with the first new labels. */
const MAX_QUEUE = 100;
const DEFAULT_QUEUE = 20;

const LabelStrategyEnum = {
  MIXED: 'mixed',
  UNCERTAIN: 'uncertain',
  INFLUENTIAL: 'influential',
  NEWEST_DOMAIN: 'newest-domain',
  AUDIT: 'audit',
} as const;
/** The purpose of labels: learning, or estimating the accuracy of a session's judgements. */
export type LabelPurpose = LabelStrategy | 'audit';

registerEnumType(LabelStrategyEnum, {
  name: 'LabelStrategy',
  description: 'Order in which the queue asks for labels of pages',
});

const STRATEGY =
  'mixed: in turn the page with the highest probability and the one nearest to the threshold, over many domains; from ten relevant labels on, random pages instead of the highest. ' +
  'uncertain: probabilities nearest to the threshold. influential: uncertain pages with many links. newest-domain: the first page of each of the newest domains. ' +
  'audit: pages drawn at random from the whole session, half of them judged relevant: their labels measure precision and recall';

@InputType({ description: 'Whether a fetched page is relevant' })
export class PageLabelInput {
  @InputField(Int, { description: 'Number of the page within its session', minimum: 0, maximum: MAX_STEP })
  step: number;

  @InputField(Boolean)
  relevant: boolean;
}

@InputType()
export class LabelPagesInput {
  @InputField([PageLabelInput], { example: [{ step: 0, relevant: true }], minItems: 1, maxItems: MAX_LABELS })
  labels: PageLabelInput[];

  @InputField(Boolean, {
    description: "Train the next version of the session's model with them, in the background",
    optional: true,
    default: false,
  })
  train?: boolean | null;
}

@ObjectType('LabelReport', { description: 'Result of labelling. The pages are now examples of the topic' })
export class LabelReportDto {
  @ApiField(Int, { description: 'Pages that are new examples' })
  created: number;

  @ApiField(Int, { description: 'Examples whose label or text has changed' })
  updated: number;

  @ApiField(Int)
  unchanged: number;

  @ApiField(Int, { description: "Labels that differ from the judgement of the session's model" })
  disagreements: number;

  @ApiField(ModelDto, {
    description: 'The version in training, if the call asked for a training',
    nullable: true,
    rest: { type: ModelDetailsDto },
  })
  model: ModelDetailsDto | null;
}

@ObjectType('LabelCandidate', { description: 'A page whose label would help' })
export class LabelCandidateDto {
  @ApiField(PageDto)
  page: PageDto;

  @ApiField(Float, { description: "Distance of its probability from the threshold of its session's model" })
  margin: number;
}

export class LabelCandidatePage extends Page(LabelCandidateDto) {}

/** Parameters of the label queue: REST query and GraphQL arguments. */
@ArgsType()
export class LabelQueueArgs {
  @QueryField(LabelStrategyEnum, {
    description: STRATEGY,
    default: 'mixed',
  })
  strategy: LabelPurpose = 'mixed';

  @QueryField(ID, {
    description: 'Only pages of this session; needed with `audit`. Default: pages of the newest sessions of the topic',
    optional: true,
  })
  sessionId?: string | null;

  @QueryField(Int, {
    description: 'Number of pages in the queue',
    default: DEFAULT_QUEUE,
    minimum: 1,
    maximum: MAX_QUEUE,
  })
  first: number = DEFAULT_QUEUE;
}
