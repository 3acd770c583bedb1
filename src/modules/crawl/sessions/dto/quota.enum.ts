import { registerEnumType } from '@nestjs/graphql';
import { QUOTAS } from '../../../../domain/session/index.js';
import { enumOf } from '../../../../platform/api/index.js';

export const QuotaEnum = enumOf(QUOTAS);
registerEnumType(QuotaEnum, {
  name: 'Quota',
  description: 'Quotas that the operator can set for a project. Days are those of UTC',
});
