import { Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf } from '../../../../platform/api/index.js';

const ForagerStateEnum = enumOf(['idle', 'visiting', 'expanding']);
registerEnumType(ForagerStateEnum, { name: 'ForagerState', description: 'Activity of a forager' });

@ObjectType('LearnedNode', {
  description: 'A node of the tree. Figures of a node that is divided are those of all leaves below it',
})
class LearnedNodeDto {
  @ApiField(Int, { description: 'Its number: 0 is the root, and children have higher numbers than their parents' })
  id: number;

  @ApiField(Int, { description: 'Number of its parent; null for the root', nullable: true })
  parent: number | null;

  @ApiField(String, {
    description: 'The rule that separates it from its sibling; null for the root',
    nullable: true,
    example: 'anchorProbability <= 0.42',
  })
  rule: string | null;

  @ApiField(Boolean, { description: 'Whether it is shown as a leaf' })
  isLeaf: boolean;

  @ApiField(Int, {
    description:
      'The step that divided it; null for a leaf, and if it was divided before this session or this was not noted',
    nullable: true,
  })
  splitStep: number | null;

  @ApiField(Int, { description: 'Candidates in it' })
  candidates: number;

  @ApiField(Int, { description: 'Followed links that it remembers' })
  samples: number;

  @ApiField(Float, { description: 'Mean reward of these; null without any', nullable: true })
  meanReward: number | null;

  @ApiField(Float, {
    description:
      'Q-value of the mean of these links; null without an agent, without such links, and for nodes that are divided',
    nullable: true,
  })
  value: number | null;

  @ApiField(Int, { description: 'Leaves below it that are not shown, because the tree is too large' })
  hidden: number;
}

@ObjectType('LearnedTree', { description: 'A tree that divides the candidates' })
class LearnedTreeDto {
  @ApiField(String)
  title: string;

  @ApiField(String, { description: 'Meaning of the tree' })
  note: string;

  @ApiField([LearnedNodeDto], {
    description: 'Its nodes in the order in which they were made: at most 511, parents before their children',
  })
  nodes: readonly LearnedNodeDto[];

  @ApiField(Int, { description: 'Number of its nodes in all' })
  inAll: number;
}

@ObjectType('LearnedColumn')
class LearnedColumnDto {
  @ApiField(String, { example: 'Pulls' })
  name: string;

  @ApiField(String, { description: 'Meaning of the column' })
  note: string;
}

@ObjectType('LearnedRow')
class LearnedRowDto {
  @ApiField(String)
  name: string;

  @ApiField([Float], { description: 'One number for each column; null where there is none', nullableItems: true })
  values: readonly (number | null)[];
}

@ObjectType('LearnedTable', { description: 'Rows of numbers: arms of a bandit, bins, states, terms' })
class LearnedTableDto {
  @ApiField(String)
  title: string;

  @ApiField(String, { description: 'Meaning of the table' })
  note: string;

  @ApiField(String, { description: 'Name for one row', example: 'Tag path' })
  rowName: string;

  @ApiField([LearnedColumnDto])
  columns: readonly LearnedColumnDto[];

  @ApiField([LearnedRowDto], { description: 'At most 100, the most important first' })
  rows: readonly LearnedRowDto[];

  @ApiField(Int, { description: 'Number of rows in all' })
  inAll: number;
}

@ObjectType('LearnedWeight')
class LearnedWeightDto {
  @ApiField(String, { description: 'A feature or a word' })
  name: string;

  @ApiField(String, { description: 'Part of the page or link with the word, for example `anchor`', nullable: true })
  group: string | null;

  @ApiField(Float, { nullable: true })
  weight: number | null;

  @ApiField(Float, { description: 'Value when the session began; null if unknown', nullable: true })
  start: number | null;
}

@ObjectType('LearnedWeights', { description: 'Weights of features or words' })
class LearnedWeightsDto {
  @ApiField(String)
  title: string;

  @ApiField(String, { description: 'Meaning of the weights' })
  note: string;

  @ApiField([LearnedWeightDto], { description: 'At most 100; of words, the most telling ones' })
  weights: readonly LearnedWeightDto[];

  @ApiField(Int, { description: 'Number of weights in all' })
  inAll: number;
}

@ObjectType('ForagerStart', { description: 'A URL where paths of a forager start' })
class ForagerStartDto {
  @ApiField(String)
  url: string;

  @ApiField(Float, { description: 'Value of the paths that started there', nullable: true })
  value: number | null;
}

@ObjectType('ForagerWord')
class ForagerWordDto {
  @ApiField(String)
  name: string;

  @ApiField(Float, { nullable: true })
  weight: number | null;
}

@ObjectType('LearnedForager', { description: 'A forager of a fleet' })
class LearnedForagerDto {
  @ApiField(Int)
  id: number;

  @ApiField(ForagerStateEnum)
  state: 'idle' | 'visiting' | 'expanding';

  @ApiField(Float, {
    description: 'It grows with each new relevant page: a forager multiplies or dies by it',
    nullable: true,
  })
  score: number | null;

  @ApiField(Int, { description: 'Steps of the path that it is on' })
  pathSteps: number;

  @ApiField(Int, { description: 'URLs that may be its next step' })
  frontier: number;

  @ApiField([ForagerStartDto], {
    description: 'Its weblog, or its fixed list: where its paths start, the best first, at most 20',
  })
  starts: readonly ForagerStartDto[];

  @ApiField(Int, { description: 'Number of these in all' })
  startsInAll: number;

  @ApiField([ForagerWordDto], {
    description: 'Weights of words: the ten highest and the ten lowest. Empty until the text classifier is trained',
  })
  words: readonly ForagerWordDto[];
}

@ObjectType('LearnedEvent')
class LearnedEventDto {
  @ApiField(Int, { description: 'The step at which it happened; null if that is not known', nullable: true })
  step: number | null;

  @ApiField(Int, { description: 'The node of the tree that it is about', nullable: true })
  node: number | null;

  @ApiField(String)
  text: string;
}

@ObjectType('LearnedHistory', { description: 'Events of the learning and the decisions of the policy, in order' })
class LearnedHistoryDto {
  @ApiField([LearnedEventDto], { description: 'The newest 100, in order' })
  events: readonly LearnedEventDto[];

  @ApiField(Int, { description: 'Number of events in all' })
  inAll: number;
}

@ObjectType('LearnedState', {
  description:
    'The learned state of the policy of a session. A policy that does not learn has only the rule by which it ranks links. Each part has a limit, and gives the total',
})
export class LearnedStateDto {
  @ApiField(Int, { description: 'Number of completed steps at this state' })
  completed: number;

  @ApiField(Date)
  takenAt: Date;

  @ApiField(String, { description: 'The rule that chooses the next link, in a sentence' })
  ranksBy: string;

  @ApiField(LearnedTreeDto, { description: 'Of policies with a Tree-Frontier', nullable: true })
  tree: LearnedTreeDto | null;

  @ApiField([LearnedTableDto])
  tables: readonly LearnedTableDto[];

  @ApiField([LearnedWeightsDto])
  weights: readonly LearnedWeightsDto[];

  @ApiField([LearnedForagerDto], { description: 'Of forager policies' })
  foragers: readonly LearnedForagerDto[];

  @ApiField(LearnedHistoryDto, { description: 'Of policies that note what happens to them', nullable: true })
  history: LearnedHistoryDto | null;
}
