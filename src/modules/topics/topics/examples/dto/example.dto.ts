import { ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Connection, Node, Page } from '../../../../../platform/api/index.js';

@ObjectType('Example', {
  implements: () => [Node],
  description: 'A labelled example: a page address, or text given inline',
})
export class ExampleDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(String, { description: 'Canonical URL; null for text that was given without a URL', nullable: true })
  url: string | null;

  @ApiField(String)
  title: string;

  @ApiField(String, { description: 'Beginning of the text' })
  excerpt: string;

  @ApiField(Int, {
    description: 'Number of characters of the text; null until the URL has been fetched',
    nullable: true,
  })
  textLength: number | null;

  @ApiField(Boolean)
  relevant: boolean;

  @ApiField(String, { description: 'Why the URL could not be fetched; null if it could', nullable: true })
  fetchError: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'When the label got its value' })
  labelledAt: Date;
}

export const EXAMPLE_TEXT = 'Main text; null until the URL has been fetched';

/** An example with its text, for REST. */
export class ExampleDetailsDto extends ExampleDto {
  @ApiField(String, { description: EXAMPLE_TEXT, nullable: true, only: 'rest' })
  text: string | null;
}

export class ExamplePage extends Page(ExampleDto) {}

@ObjectType()
export class ExampleConnection extends Connection(ExampleDto, 'Example') {}

@ObjectType('ImportError')
class ImportErrorDto {
  @ApiField(Int, { description: 'From 1' })
  line: number;

  @ApiField(String, { nullable: true })
  field: string | null;

  @ApiField(String)
  message: string;
}

@ObjectType('ImportReport', {
  description: 'Result of an import: lines = created + updated + unchanged + failed',
})
export class ImportReportDto {
  @ApiField(Int, { description: 'Lines that are not blank' })
  lines: number;

  @ApiField(Int)
  created: number;

  @ApiField(Int, { description: 'The topic had this URL already. Label, title or text are now the given ones' })
  updated: number;

  @ApiField(Int)
  unchanged: number;

  @ApiField(Int)
  failed: number;

  @ApiField([ImportErrorDto], { description: 'The first thousand' })
  errors: ImportErrorDto[];
}
