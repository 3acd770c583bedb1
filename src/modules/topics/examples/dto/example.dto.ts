import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { Connection, Node, Page } from '../../../../platform/api/index.js';

@ObjectType('Example', {
  implements: () => [Node],
  description: 'A labelled example: a page address, or text given inline',
})
export class ExampleDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => String, { nullable: true, description: 'Canonical; null for inline text without one' })
  @ApiProperty({ type: String, nullable: true, description: 'Canonical; null for inline text without one' })
  url: string | null;

  @Field(() => String)
  @ApiProperty({ type: String })
  title: string;

  @Field(() => String, { description: 'How the text begins' })
  @ApiProperty({ type: String, description: 'How the text begins' })
  excerpt: string;

  @Field(() => Int, { nullable: true, description: 'Characters of the text; null until the URL has been fetched' })
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Characters of the text; null until the URL has been fetched',
  })
  textLength: number | null;

  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  relevant: boolean;

  @Field(() => String, { nullable: true, description: 'Why the URL could not be fetched, when it could not' })
  @ApiProperty({ type: String, nullable: true, description: 'Why the URL could not be fetched, when it could not' })
  fetchError: string | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;
}

/** An example with its text, as REST answers a single one. */
export class ExampleDetailsDto extends ExampleDto {
  @ApiProperty({ type: String, nullable: true, description: 'Main text; null until the URL has been fetched' })
  text: string | null;
}

export class ExamplePage extends Page(ExampleDto) {}

@ObjectType()
export class ExampleConnection extends Connection(ExampleDto, 'Example') {}

@ObjectType('ImportError')
export class ImportErrorDto {
  @Field(() => Int, { description: 'From 1' })
  @ApiProperty({ type: 'integer', description: 'From 1' })
  line: number;

  @Field(() => String, { nullable: true })
  @ApiProperty({ type: String, nullable: true })
  field: string | null;

  @Field(() => String)
  @ApiProperty({ type: String })
  message: string;
}

@ObjectType('ImportReport', {
  description: 'What became of the lines of an import: lines = created + updated + unchanged + failed',
})
export class ImportReportDto {
  @Field(() => Int, { description: 'Lines that are not blank' })
  @ApiProperty({ type: 'integer', description: 'Lines that are not blank' })
  lines: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  created: number;

  @Field(() => Int, { description: 'The URL was there: label, title or text are now those given' })
  @ApiProperty({ type: 'integer', description: 'The URL was there: label, title or text are now those given' })
  updated: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  failed: number;

  @Field(() => [ImportErrorDto], { description: 'The first thousand' })
  @ApiProperty({ type: () => [ImportErrorDto], description: 'The first thousand' })
  errors: ImportErrorDto[];
}
