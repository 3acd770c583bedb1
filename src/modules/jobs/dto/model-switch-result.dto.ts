import { Field, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { SWITCH_MODEL } from '../job.js';
import { jobResults } from '../job-results.js';

const SWITCHED = 'False where the session had begun to go on, or the change was called off';

@ObjectType('ModelSwitchResult', { description: "What became of the change of an ended session's model" })
export class ModelSwitchResultDto {
  @Field(() => Boolean, { description: SWITCHED })
  @ApiProperty({ type: Boolean, description: SWITCHED })
  switched: boolean;
}
jobResults.add(ModelSwitchResultDto, SWITCH_MODEL);
