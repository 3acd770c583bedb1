import { ArgsType, Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { LABELLER_GATES, type LabellerGate } from '../../../../domain/labels/index.js';
import { ApiField, Connection, enumOf, Node, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import type { LabellerState } from '../labeller-label.js';

const LabellerGateEnum = enumOf(LABELLER_GATES);
registerEnumType(LabellerGateEnum, {
  name: 'LabellerGate',
  description:
    'Whether models may learn from the labels of a labeller. open: yes, if the training asks for it. too-few: too few labels of people were compared, or all of one kind. low: it agrees too little with people',
});

const NOTHING = 'null if unknown';

@ObjectType('LabellerAgreement', { description: 'How far a language model agrees with the labels of people' })
export class LabellerAgreementDto {
  @ApiField(String, { description: 'Name of the language model', example: 'llama3.1' })
  labeller: string;

  @ApiField(LabellerGateEnum)
  gate: LabellerGate;

  @ApiField(Int, { description: 'Examples that it has labelled again without knowing their label' })
  compared: number;

  @ApiField(Int)
  bothRelevant: number;

  @ApiField(Int)
  onlyLabellerRelevant: number;

  @ApiField(Int)
  onlyPersonRelevant: number;

  @ApiField(Int)
  bothIrrelevant: number;

  @ApiField(Float, { description: `Share of equal labels; ${NOTHING}`, nullable: true })
  accuracy: number | null;

  @ApiField(Float, {
    description: `Cohen's kappa: agreement beyond what chance brings. 1: always, 0: as by chance; ${NOTHING}`,
    nullable: true,
  })
  kappa: number | null;

  @ApiField(Float, { description: `Lower end of the 95% interval of kappa; ${NOTHING}`, nullable: true })
  lower: number | null;

  @ApiField(Float, { description: `Upper end of the 95% interval of kappa; ${NOTHING}`, nullable: true })
  upper: number | null;

  @ApiField(Int, { description: 'Pages that it calls relevant and no person has labelled' })
  relevant: number;

  @ApiField(Int, { description: 'Pages that it calls irrelevant and no person has labelled' })
  irrelevant: number;
}

@ObjectType('Labeller', { description: 'The labeller of a topic: a language model that labels pages beside people' })
export class LabellerDto {
  @ApiField(String, { description: 'The configured language model; null if there is none', nullable: true })
  labeller: string | null;

  @ApiField(Int, { description: 'Calls of the project on this day (UTC)' })
  callsToday: number;

  @ApiField(Int)
  callsPerDay: number;

  @ApiField(Float, { description: 'Required lower end of the interval of kappa' })
  minKappa: number;

  @ApiField(Int, { description: 'Number of labels of people that must be compared' })
  minCompared: number;

  @ApiField([LabellerAgreementDto], { description: 'Of each language model that has labelled for the topic' })
  agreements: LabellerAgreementDto[];
}

@ObjectType('LabellerLabel', { implements: () => [Node], description: 'A label that the labeller has given' })
class LabellerLabelDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(String, { description: 'Name of the language model' })
  labeller: string;

  @ApiField(String, { description: 'null for an example without a URL', nullable: true })
  url: string | null;

  @ApiField(String)
  title: string;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(String, { description: 'As the language model gives it' })
  reason: string;

  @ApiField(ID, {
    description: 'The example that it labelled to be compared with a person; null for other pages',
    nullable: true,
  })
  comparedWith: string | null;

  @ApiField(Boolean, {
    description: 'Label of a person for the same page, which counts instead of this one; null if there is none',
    nullable: true,
  })
  personRelevant: boolean | null;

  @ApiField(Date)
  createdAt: Date;
}

export class LabellerLabelPage extends Page(LabellerLabelDto) {}

@ObjectType()
export class LabellerLabelConnection extends Connection(LabellerLabelDto, 'LabellerLabel') {}

@ArgsType()
export class LabellerLabelArgs extends PageArgs {
  @QueryField(Boolean, { description: 'Only labels of this kind', optional: true })
  relevant?: boolean | null;

  @QueryField(Boolean, { description: 'true: only where the label of a person is another one', optional: true })
  disagreeing?: boolean | null;
}

export const toLabellerDto = ({ agreements, ...state }: LabellerState): LabellerDto => ({
  ...state,
  agreements: agreements.map((one) => ({ ...one })),
});
