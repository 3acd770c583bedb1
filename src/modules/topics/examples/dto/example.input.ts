import { ArgsType, Field, InputType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';
import { PageArgs, queryFlag } from '../../../../platform/api/index.js';
import { MAX_EXAMPLE_HTML_CHARS, MAX_EXAMPLE_TEXT_CHARS, MAX_EXAMPLE_TITLE_CHARS } from '../example-intake.js';
import { MAX_URL_CHARS } from '../../topic.js';

@InputType('DocumentInput', { description: 'A page by its address, or by its text or HTML' })
export class DocumentInputDto {
  @Field(() => String, { nullable: true })
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_URL_CHARS,
    description: 'Address; fetched when neither text nor html is given',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL_CHARS)
  url?: string | null;

  @Field(() => String, { nullable: true })
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: MAX_EXAMPLE_TITLE_CHARS })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_EXAMPLE_TITLE_CHARS)
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'Plain text; not together with html' })
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_EXAMPLE_TEXT_CHARS,
    description: 'Plain text; not together with html',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_EXAMPLE_TEXT_CHARS)
  text?: string | null;

  @Field(() => String, { nullable: true, description: 'Title and main text are taken from it; not together with text' })
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_EXAMPLE_HTML_CHARS,
    description: 'Title and main text are taken from it; not together with text',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_EXAMPLE_HTML_CHARS)
  html?: string | null;
}

@InputType()
export class AddExampleInput extends DocumentInputDto {
  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  @IsBoolean()
  relevant: boolean;
}

@InputType()
export class UpdateExampleInput {
  @Field(() => Boolean)
  @ApiProperty({ type: Boolean })
  @IsBoolean()
  relevant: boolean;
}

@ArgsType()
export class ExampleListArgs extends PageArgs {
  @Field(() => Boolean, { nullable: true, description: 'Only examples with this label' })
  @ApiPropertyOptional({ type: Boolean, description: 'Only examples with this label' })
  @Transform(queryFlag)
  @IsOptional()
  @IsBoolean()
  relevant?: boolean | null;
}

export class ImportQuery {
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'true: one line that cannot be imported makes the import change nothing',
  })
  @Transform(queryFlag)
  @IsBoolean()
  atomic: boolean = false;
}
