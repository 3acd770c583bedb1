import { Int, ObjectType } from '@nestjs/graphql';
import type { StepOutcome } from '../../../../domain/fetching/index.js';
import { ApiField } from '../../../../platform/api/index.js';
import { type PageChange } from '../../../../domain/session/index.js';
import { OutcomeEnum } from '../../../crawl/sessions/index.js';
import { PageChangeEnum } from './change.dto.js';
import type { RenderReason } from '../../../../domain/page/index.js';
import { RenderReasonEnum } from './page.dto.js';

@ObjectType({ description: 'How many steps or URLs share a property' })
class NamedCountDto {
  @ApiField(String)
  name: string;

  @ApiField(Int)
  count: number;
}

@ObjectType('StepsByOutcome')
class StepsByOutcomeDto {
  @ApiField(OutcomeEnum)
  name: StepOutcome;

  @ApiField(Int)
  count: number;
}

@ObjectType('PagesByRenderReason')
class PagesByRenderReasonDto {
  @ApiField(RenderReasonEnum)
  name: RenderReason;

  @ApiField(Int)
  count: number;
}

@ObjectType('PagesByChange')
class PagesByChangeDto {
  @ApiField(PageChangeEnum)
  name: PageChange;

  @ApiField(Int)
  count: number;
}

@ObjectType('FetchReport', { description: 'How a session fetched and read its pages' })
export class FetchReportDto {
  @ApiField([StepsByOutcomeDto], { description: 'Steps by outcome: `page`, or the kind of failure' })
  outcomes: StepsByOutcomeDto[];

  @ApiField(Int, { description: 'Steps that were a later attempt' })
  retries: number;

  @ApiField(Int, { description: 'Pages that came at a later attempt' })
  recovered: number;

  @ApiField(Int, { description: 'Pages loaded in Chromium' })
  rendered: number;

  @ApiField([PagesByRenderReasonDto], { description: 'Pages by the reason why they were loaded in Chromium or not' })
  renderReasons: PagesByRenderReasonDto[];

  @ApiField(Int, {
    description:
      'Pages that seem to lack content which scripts fill in, as the session has `render: never`. With `auto` such pages are loaded in Chromium',
  })
  unrendered: number;

  @ApiField(Int, { description: 'Pages that repeat the text of an earlier one' })
  duplicates: number;

  @ApiField(Int, { description: 'Pages that ask not to be indexed' })
  noindex: number;

  @ApiField(Int, { description: 'Pages of which a limit cut something off' })
  truncated: number;

  @ApiField([NamedCountDto], { description: 'Pages by language; only the most frequent languages' })
  languages: NamedCountDto[];

  @ApiField([PagesByChangeDto], { description: "Pages by their change since the topic's previous visit" })
  changes: PagesByChangeDto[];

  @ApiField([NamedCountDto], { description: 'URLs left out, by kind of rule: scope and traps' })
  leftOut: NamedCountDto[];
}
