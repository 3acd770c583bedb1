import { ArgsType, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { type PageChange } from '../../../../domain/session/index.js';
import { ApiField, Connection, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';

export const PageChangeEnum = { NEW: 'new', UNCHANGED: 'unchanged', CHANGED: 'changed', GONE: 'gone' } as const;
registerEnumType(PageChangeEnum, {
  name: 'PageChange',
  description: "Change of a page since the topic's previous visit",
});

@ObjectType('Visit', { description: 'One fetch of a page by a session that tracks changes' })
export class VisitDto {
  @ApiField(String)
  url: string;

  @ApiField(Date)
  fetchedAt: Date;

  @ApiField(PageChangeEnum, { description: 'Compared with the visit before' })
  change: PageChange;

  @ApiField(ID, {
    description: 'Session and step with the page as it was then; null if the session was deleted',
  })
  sessionId: string;

  @ApiField(Int)
  step: number;

  @ApiField(Int, { description: '304 if the server said that nothing had changed', nullable: true })
  httpStatus: number | null;

  @ApiField(String, { description: 'Hash of title and text: equal for equal content', nullable: true })
  contentHash: string | null;

  @ApiField(String, { nullable: true })
  etag: string | null;

  @ApiField(String, { nullable: true })
  lastModified: string | null;
}

/** Filter of visits of a topic's pages, newest first: REST query and GraphQL arguments. */
@ArgsType()
export class VisitsArgs extends PageArgs {
  @QueryField(String, { description: 'Only this page: its history', optional: true, maxLength: 2_000 })
  url?: string | null;

  @QueryField(PageChangeEnum, { description: 'Only changes of this kind since the previous visit', optional: true })
  change?: PageChange | null;

  @QueryField(Date, { description: 'Fetched at this time or later', optional: true })
  since?: Date | null;
}

export class VisitPage extends Page(VisitDto) {}

@ObjectType()
export class VisitConnection extends Connection(VisitDto, 'Visit') {}
