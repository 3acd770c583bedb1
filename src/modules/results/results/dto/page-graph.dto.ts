import { ArgsType, Float, Int, ObjectType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { ApiField, QueryField } from '../../../../platform/api/index.js';
import { OutcomeEnum } from '../../../crawl/sessions/index.js';

/** More cannot be distinguished in a drawing, and make a table too long. */
const MAX_GRAPH_PAGES = 300;
export const MAX_GRAPH_LINKS = 2_000;
const MAX_INT = 2_147_483_647;

/** The requested part of the link graph: REST query and GraphQL arguments. */
@ArgsType()
export class PageGraphArgs {
  @QueryField(Int, {
    description: 'The page in the middle, by its step. Either this or `domain`',
    optional: true,
    minimum: 0,
    maximum: MAX_INT,
  })
  step?: number | null;

  @QueryField(String, {
    description: 'Name of a domain: its pages in order of choice. Either this or `step`',
    optional: true,
    maxLength: 2_048,
  })
  domain?: string | null;

  @QueryField(Int, {
    description: 'Maximum number of pages',
    default: MAX_GRAPH_PAGES,
    minimum: 1,
    maximum: MAX_GRAPH_PAGES,
  })
  limit: number = MAX_GRAPH_PAGES;
}

@ObjectType('PageGraphNode', {
  description: 'A page of the link graph. On the path from the seed there may also be a step that brought no page',
})
export class PageGraphNodeDto {
  @ApiField(Int)
  step: number;

  @ApiField(String, { description: 'The URL after redirects' })
  url: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(String, { description: 'Domain, as the session groups URLs' })
  domainName: string;

  @ApiField(OutcomeEnum)
  outcome: StepOutcome;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(Float, { description: "Probability of relevance, by the session's model" })
  probability: number;

  @ApiField(Int, { description: 'Links from the seed' })
  depth: number;

  @ApiField(Int, { description: 'Order of completion, from 0' })
  seq: number;
}

@ObjectType('PageGraphEdge', {
  description: 'One page links to another. Several links between two pages are one edge',
})
export class PageGraphEdgeDto {
  @ApiField(Int, { description: 'Step of the page that contains the link' })
  sourceStep: number;

  @ApiField(Int, { description: 'Step of the page to which it leads' })
  targetStep: number;

  @ApiField(Boolean, { description: 'Whether the session reached the target by following this link' })
  followed: boolean;
}

@ObjectType('PageGraph', { description: 'A part of the link graph of a session' })
export class PageGraphDto {
  @ApiField([PageGraphNodeDto], { description: 'In order of step' })
  nodes: PageGraphNodeDto[];

  @ApiField([PageGraphEdgeDto], {
    description: `Links between these pages, those that were followed first. At most ${MAX_GRAPH_LINKS}. Of each page its first 500 links are looked at`,
  })
  edges: PageGraphEdgeDto[];

  @ApiField(Boolean, { description: 'Whether pages or links were left out because there are too many' })
  isCut: boolean;
}
