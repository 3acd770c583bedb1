import { Int, ObjectType } from '@nestjs/graphql';
import type { Quota } from '../../../../domain/session/index.js';
import { ApiField } from '../../../../platform/api/index.js';
import { QuotaEnum } from '../../../crawl/sessions/index.js';

@ObjectType('QuotaUsage', { description: 'A quota with what is used of it' })
class QuotaUsageDto {
  @ApiField(QuotaEnum)
  quota: Quota;

  @ApiField(Int, { description: 'Null is unlimited', nullable: true })
  limit: number | null;

  @ApiField(Int, { description: 'May exceed the limit a little, by the work that was under way when it was reached' })
  used: number;

  @ApiField(Boolean, { description: 'Nothing is left' })
  reached: boolean;
}

@ObjectType('UsedDay', { description: 'Usage of a project on one day' })
class UsedDayDto {
  @ApiField(String, { description: 'A day of UTC', example: '2026-01-31' })
  day: string;

  @ApiField(Int)
  fetches: number;

  @ApiField(Int, { description: 'Pages rendered by Chromium' })
  renders: number;
}

@ObjectType('ProjectUsage', { description: 'Usage of a project beside its quotas' })
export class ProjectUsageDto {
  @ApiField(String, { description: 'The present day of UTC', example: '2026-01-31' })
  day: string;

  @ApiField(Date, { description: 'When the next day begins and resets the quotas per day' })
  resetsAt: Date;

  @ApiField([QuotaUsageDto])
  quotas: readonly QuotaUsageDto[];

  @ApiField([UsedDayDto], { description: 'The last 31 days on which something was used, newest first' })
  days: readonly UsedDayDto[];
}
