import { ArgsType, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, InputField, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { SessionDto } from '../../../crawl/sessions/index.js';

/** Six ids of 36 characters with their commas, and room for spaces. */
const MAX_QUERY_CHARS = 300;
const IDS = {
  only: 'rest',
  description: '2 to 6 ids of sessions, separated by commas',
  maxLength: MAX_QUERY_CHARS,
} as const;

export class CompareSessionsQuery {
  @QueryField(String, IDS)
  ids: string;
}

@ObjectType('ComparedSession', { description: 'A session with what it found that others did not' })
class ComparedSessionDto {
  @ApiField(SessionDto)
  session: SessionDto;

  @ApiField(Int, { description: 'Different URLs of its relevant pages' })
  relevantUrls: number;

  @ApiField(Int, { description: 'Those of them that no other of the sessions has as relevant' })
  onlyHere: number;

  @ApiField(Int, { description: 'URLs that another of the sessions has as relevant, and this one has not' })
  missed: number;
}

@ObjectType('SessionComparison', { description: 'Sessions side by side' })
export class SessionComparisonDto {
  @ApiField([ComparedSessionDto], { description: 'In the order of the ids' })
  sessions: ComparedSessionDto[];

  @ApiField(Int, { description: 'Different URLs that any of the sessions has as relevant' })
  relevantUrls: number;

  @ApiField(Int, { description: 'URLs that all of the sessions have as relevant' })
  foundByAll: number;
}

@ObjectType('PageFind', { description: 'A page in one of the compared sessions' })
class PageFindDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: 'Step of the page' })
  step: number;

  @ApiField(Int, { description: 'Number of steps that were completed by then, this one included' })
  completed: number;

  @ApiField(Float, { description: 'Probability that it is relevant, by the model of the session' })
  probability: number;
}

@ObjectType('ComparedPage', { description: 'A URL that at least one of the sessions has as relevant' })
export class ComparedPageDto {
  @ApiField(String)
  url: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField([PageFindDto], {
    description: 'The sessions that have it as relevant, in the order of the ids, each with its first such visit',
  })
  foundBy: PageFindDto[];
}

export class ComparedPagePage extends Page(ComparedPageDto) {}

@ObjectType()
export class ComparedPageConnection extends Connection(ComparedPageDto, 'ComparedPage') {}

/** Filter of the pages. The ids are a list in GraphQL, and one text in REST. */
@ArgsType()
class ComparedPagesArgs extends PageArgs {
  @QueryField(ID, { description: 'Only pages that this session alone has', optional: true })
  onlyBy?: string | null;

  @QueryField(ID, { description: 'Only pages that this session does not have', optional: true })
  missedBy?: string | null;
}

@ArgsType()
export class ComparedPagesOf extends ComparedPagesArgs {
  @InputField([ID])
  ids: string[];
}

export class ComparedPagesQuery extends ComparedPagesArgs {
  @QueryField(String, IDS)
  ids: string;
}
