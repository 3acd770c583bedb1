import { registerEnumType } from '@nestjs/graphql';
import { enumOf } from '../../../platform/api/index.js';
import { EXPERIMENT_STATUSES, JUDGES } from '../experiment.js';

export const JudgedByEnum = enumOf(JUDGES);
registerEnumType(JudgedByEnum, { name: 'JudgedBy', description: 'What says whether a page is relevant' });
export const ExperimentStatusEnum = Object.fromEntries(EXPERIMENT_STATUSES.map((status) => [status, status]));
registerEnumType(ExperimentStatusEnum, { name: 'ExperimentStatus' });
