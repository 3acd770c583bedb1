import { registerEnumType } from '@nestjs/graphql';
import { enumOf } from '../../../../platform/api/index.js';
import { EXPERIMENT_STATES, JUDGES } from '../experiment.js';

export const JudgedByEnum = enumOf(JUDGES);
registerEnumType(JudgedByEnum, { name: 'JudgedBy', description: 'Source of the label that makes a page relevant' });
export const ExperimentStateEnum = Object.fromEntries(EXPERIMENT_STATES.map((state) => [state, state]));
registerEnumType(ExperimentStateEnum, { name: 'ExperimentState' });
