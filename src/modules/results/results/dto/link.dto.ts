import { ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { LINK_PLACES } from '../../../../domain/page/index.js';
import { ApiField, Connection, enumOf, Page } from '../../../../platform/api/index.js';

const LinkPlaceEnum = enumOf(LINK_PLACES);
registerEnumType(LinkPlaceEnum, {
  name: 'LinkPlace',
  description: 'The part of the page, or a sitemap or feed',
});

@ObjectType('Link', { description: 'A link of a fetched page: an edge of the page graph' })
export class LinkDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField(Int, { description: 'Step of the page that contains the link' })
  sourceStep: number;

  @ApiField(Int, { description: "Place among the page's links, from 0" })
  position: number;

  @ApiField(String, { description: 'URL of the page that contains the link' })
  sourceUrl: string;

  @ApiField(Int, {
    description: 'Number of the target within the session',
  })
  urlNo: number;

  @ApiField(String, { description: 'Canonical target' })
  url: string;

  @ApiField(String)
  anchor: string;

  @ApiField(String, { description: 'Words just before the anchor' })
  before: string;

  @ApiField(String, { description: 'Words just after the anchor' })
  after: string;

  @ApiField(String, { description: 'Nearest heading above' })
  heading: string;

  @ApiField(LinkPlaceEnum, { description: 'The part of the page that contains it' })
  place: string;

  @ApiField(String, {
    description: 'Position on the page, as tag names with ids and classes from the root; empty if that is unknown',
    example: 'html/body/main#content/ul.list/li/a',
  })
  tagPath: string;

  @ApiField(Boolean)
  nofollow: boolean;

  @ApiField(String, { description: 'The scope rule that refused the target', nullable: true })
  outOfScope: string | null;

  @ApiField(Int, { description: 'Step of the target, if it was fetched', nullable: true })
  targetStep: number | null;
}

export class LinkPage extends Page(LinkDto) {}

@ObjectType()
export class LinkConnection extends Connection(LinkDto, 'Link') {}
