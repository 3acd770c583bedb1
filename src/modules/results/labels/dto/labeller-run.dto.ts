import { ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { MIN_COMPARED } from '../../../../domain/labels/index.js';
import { ApiField, enumOf, InputField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';
import { LabellerAgreementDto } from '../../../topics/labeller/index.js';
import { LABELLER_ENDS, type LabellerEnd } from '../labeller-asking.js';

const MAX_CALLS = 10_000;
const DEFAULT_CALLS = 100;
const MAX_COMPARED = 500;
const DEFAULT_COMPARED = 50;

const LabellerEndEnum = enumOf(LABELLER_ENDS);
registerEnumType(LabellerEndEnum, {
  name: 'LabellerEnd',
  description:
    'Why a run of the labeller ended. queue: no page is left to ask about. calls: the calls of the run are spent. day: those of the project on this day are spent. ' +
    'full: the topic has as many labels of the labeller as it may have. malformed: the endpoint does not answer with a label. unavailable: it does not answer',
});

@InputType()
export class LabellerRunInput {
  @InputField(Int, {
    description: 'Maximum number of calls of the language model, retries included',
    default: DEFAULT_CALLS,
    minimum: 1,
    maximum: MAX_CALLS,
  })
  calls: number = DEFAULT_CALLS;

  @InputField(Int, {
    description:
      'Number of examples that it labels again without knowing their label, as many relevant as irrelevant ones if there are enough. They come first; those that it has labelled in earlier runs count',
    default: DEFAULT_COMPARED,
    minimum: MIN_COMPARED,
    maximum: MAX_COMPARED,
  })
  compare: number = DEFAULT_COMPARED;

  @InputField(ID, {
    description: 'Only pages of this session. Default: pages of the newest sessions of the topic',
    optional: true,
  })
  sessionId?: string | null;
}

@ObjectType('LabellerRunResult', { description: 'Labels that the labeller gave in one run' })
class LabellerRunResultDto {
  @ApiField(ID)
  jobId: string;

  @ApiField(String, { description: 'Name of the language model' })
  labeller: string;

  @ApiField(Int, { description: 'Calls made, retries included' })
  calls: number;

  @ApiField(Int, { description: 'Examples that were labelled again' })
  compared: number;

  @ApiField(Int, { description: 'Pages of the label queue that it calls relevant' })
  relevant: number;

  @ApiField(Int, { description: 'Pages of the label queue that it calls irrelevant' })
  irrelevant: number;

  @ApiField(Int, { description: 'Answers that are no label. Their pages were left out' })
  malformed: number;

  @ApiField(LabellerEndEnum)
  endedBy: LabellerEnd;

  @ApiField(String, { description: 'Latest error of the run; null if there was none', nullable: true })
  message: string | null;

  @ApiField(LabellerAgreementDto, {
    description: 'Agreement with people over all runs. Unless its gate is open, the labels are kept but not used',
  })
  agreement: LabellerAgreementDto;
}
jobResults.add(LabellerRunResultDto, 'label-pages' satisfies JobKind);
