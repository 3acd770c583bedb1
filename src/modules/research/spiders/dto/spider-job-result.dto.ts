import { ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';

const TrainedSpiderStateEnum = { READY: 'READY', DELETED: 'DELETED' } as const;
registerEnumType(TrainedSpiderStateEnum, {
  name: 'TrainedSpiderState',
  description: 'DELETED: a user deleted the spider while it was being trained',
});

const ABSENT = 'Absent if an earlier worker had stored the spider';

@ObjectType('SpiderJobResult', { description: 'Result of the job that trained a spider' })
class SpiderJobResultDto {
  @ApiField(ID)
  spiderId: string;

  @ApiField(TrainedSpiderStateEnum)
  state: keyof typeof TrainedSpiderStateEnum;

  @ApiField(Int, { description: `Number of pages it was trained on. ${ABSENT}`, optional: true })
  pages?: number;

  @ApiField(Int, { description: `Number of links between them. ${ABSENT}`, optional: true })
  links?: number;
}
jobResults.add(SpiderJobResultDto, 'train-spider' satisfies JobKind);
