import { ArgsType, Field, InputType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { PageArgs } from '../../../platform/api/index.js';
import { MAX_KEYWORDS } from '../keywords/keyword-intake.js';
import { LANGUAGE_CODES } from '../language-codes.js';
import { MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, MAX_SEEDS } from '../topic.js';

@InputType({ isAbstract: true })
export class TopicFields {
  @Field(() => String, { nullable: true })
  @ApiPropertyOptional({ type: String, maxLength: MAX_DESCRIPTION_CHARS })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_DESCRIPTION_CHARS)
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 639-1 code; a new topic has `en` unless told' })
  @ApiPropertyOptional({ type: String, description: 'ISO 639-1 code; a new topic has `en` unless told' })
  @IsOptional()
  @IsIn(LANGUAGE_CODES, { message: 'language must be a two-letter code of ISO 639-1 in lower case' })
  language?: string | null;

  @Field(() => [String], { nullable: true, description: `URLs a crawl starts from, at most ${MAX_SEEDS}` })
  @ApiPropertyOptional({ type: [String], maxItems: MAX_SEEDS, description: 'URLs a crawl starts from' })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_SEEDS)
  @IsString({ each: true })
  seeds?: string[] | null;
}

@InputType()
export class CreateTopicInput extends TopicFields {
  @Field(() => String, { description: 'Unique' })
  @ApiProperty({ type: String, maxLength: MAX_NAME_CHARS, description: 'Unique' })
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARS)
  name: string;

  @Field(() => [String], { nullable: true, description: 'Keywords and key phrases: version 1 of the keyword set' })
  @ApiPropertyOptional({
    type: [String],
    maxItems: MAX_KEYWORDS,
    description: 'Keywords and key phrases: version 1 of the keyword set',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_KEYWORDS)
  @IsString({ each: true })
  keywords?: string[] | null;
}

@InputType({ description: 'What to change; fields left out stay as they are' })
export class UpdateTopicInput extends TopicFields {
  @Field(() => String, { nullable: true, description: 'Unique' })
  @ApiPropertyOptional({ type: String, maxLength: MAX_NAME_CHARS, description: 'Unique' })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME_CHARS)
  name?: string | null;
}

@ArgsType()
export class TopicListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: 'A part of the name, in any case' })
  @ApiPropertyOptional({ type: String, maxLength: MAX_NAME_CHARS, description: 'A part of the name, in any case' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME_CHARS)
  search?: string | null;
}
