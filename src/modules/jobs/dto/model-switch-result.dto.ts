import { ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../platform/api/index.js';
import { SWITCH_MODEL } from '../job.js';
import { jobResults } from '../job-results.js';

@ObjectType('ModelSwitchResult', { description: "What became of the change of an ended session's model" })
export class ModelSwitchResultDto {
  @ApiField(Boolean, { description: 'False where the session had begun to go on, or the change was called off' })
  switched: boolean;
}
jobResults.add(ModelSwitchResultDto, SWITCH_MODEL);
