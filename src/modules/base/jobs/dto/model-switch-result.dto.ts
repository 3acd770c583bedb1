import { ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { SWITCH_MODEL, jobResults } from '../job.js';

@ObjectType('ModelSwitchResult', { description: 'Result of changing the model of an ended session' })
class ModelSwitchResultDto {
  @ApiField(Boolean, { description: 'False if the session had already continued, or if the change was cancelled' })
  switched: boolean;
}
jobResults.add(ModelSwitchResultDto, SWITCH_MODEL);
