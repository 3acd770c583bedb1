import { Float, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { JUDGEMENT_BASES, type JudgementBasis } from '../../../../domain/labels/index.js';
import { ApiField, enumOf } from '../../../../platform/api/index.js';

const JudgementBasisEnum = enumOf(JUDGEMENT_BASES);
registerEnumType(JudgementBasisEnum, {
  name: 'JudgementBasis',
  description:
    'labels: labels on pages drawn at random. judges: how other models did on crawls, since such labels are missing; then the interval is wide',
});

@ObjectType('EstimatedShare', { description: 'A share with its interval: nine times of ten the share lies within' })
class EstimatedShareDto {
  @ApiField(Float)
  estimate: number;

  @ApiField(Float, { description: 'Lower end of the interval' })
  from: number;

  @ApiField(Float, { description: 'Upper end of the interval' })
  to: number;
}

@ObjectType('Judgement', { description: 'How good the judgements of a session are' })
export class JudgementDto {
  @ApiField(Int, {
    description: 'Pages judged relevant, each address once, without pages that repeat another or ask not to be indexed',
  })
  reported: number;

  @ApiField(EstimatedShareDto, {
    description: 'Share of the reported pages that are relevant; null if there are none',
    nullable: true,
  })
  precision: EstimatedShareDto | null;

  @ApiField(JudgementBasisEnum)
  precisionBasis: JudgementBasis;

  @ApiField(EstimatedShareDto, {
    description: 'Share of the relevant pages among those fetched that are reported; null if no page was read',
    nullable: true,
  })
  recall: EstimatedShareDto | null;

  @ApiField(JudgementBasisEnum)
  recallBasis: JudgementBasis;

  @ApiField(Int, {
    description:
      'Labels on pages drawn at random that this goes by. The label queue asks for them with the strategy `audit`',
  })
  labels: number;
}
