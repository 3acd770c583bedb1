import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, Page } from '../../../../platform/api/index.js';
import type { WatchedPage } from '../watched-page.js';

const WatchedStateEnum = enumOf(['WATCHED', 'GONE'] as const);
registerEnumType(WatchedStateEnum, {
  name: 'WatchedPageState',
  description: 'GONE: it is not there now. It is asked for from time to time, since it may come back',
});

@ObjectType('WatchedPage', { description: 'A page that a monitor watches' })
class WatchedPageDto {
  @ApiField(ID)
  id: string;

  @ApiField(String)
  url: string;

  @ApiField(WatchedStateEnum)
  state: WatchedPage['state'];

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(Float, { nullable: true, description: 'Probability that it is relevant, as of the last check' })
  probability: number | null;

  @ApiField(Int, { description: 'Number of checks in its history, of which the newest 50 are kept' })
  looks: number;

  @ApiField(Int, { description: 'Number of them that found a change' })
  changes: number;

  @ApiField(Float, {
    description:
      'Changes a day, estimated from its history as the rate of a Poisson process. Without a history, as of other pages',
  })
  changesPerDay: number;

  @ApiField(Date, {
    nullable: true,
    description: 'When it is due. Earlier if it is still to be found out how often it changes. Null with foragers',
  })
  dueAt: Date | null;

  @ApiField(Int, { description: 'Checks in a row that failed' })
  misses: number;

  @ApiField(Date, { nullable: true, description: 'Last check that brought the page, or showed that it is gone' })
  lookedAt: Date | null;

  @ApiField(Date, { nullable: true, description: 'Check that found the last change' })
  changedAt: Date | null;

  @ApiField(Date, { description: 'When it was found' })
  createdAt: Date;
}

export class WatchedPagePage extends Page(WatchedPageDto) {}

@ObjectType()
export class WatchedPageConnection extends Connection(WatchedPageDto, 'WatchedPage') {}
