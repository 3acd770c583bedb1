import { ArgsType, InputType } from '@nestjs/graphql';
import { IsIn } from 'class-validator';
import { InputField, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { MAX_KEYWORDS } from '../keywords/keyword-intake.js';
import { LANGUAGE_CODES } from '../language-codes.js';
import { MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, MAX_SEEDS } from '../topic.js';

@InputType({ isAbstract: true })
class TopicFields {
  @InputField(String, { optional: true, maxLength: MAX_DESCRIPTION_CHARS })
  description?: string | null;

  @InputField(String, {
    description:
      'ISO 639-1 code. With en, the default of a new topic, relevance models infer the language from the examples and the keywords',
    optional: true,
  })
  @IsIn(LANGUAGE_CODES, { message: 'language must be a two-letter code of ISO 639-1 in lower case' })
  language?: string | null;

  @InputField([String], {
    description: 'URLs from which a crawl starts',
    optional: true,
    maxItems: MAX_SEEDS,
  })
  seeds?: string[] | null;
}

@InputType()
export class CreateTopicInput extends TopicFields {
  @InputField(String, { description: 'Unique', minLength: 1, maxLength: MAX_NAME_CHARS })
  name: string;

  @InputField([String], {
    description: 'Keywords and key phrases: version 1 of the keyword set',
    optional: true,
    maxItems: MAX_KEYWORDS,
  })
  keywords?: string[] | null;
}

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
export class UpdateTopicInput extends TopicFields {
  @InputField(String, { description: 'Unique', optional: true, minLength: 1, maxLength: MAX_NAME_CHARS })
  name?: string | null;
}

@ArgsType()
export class TopicListArgs extends PageArgs {
  @QueryField(String, {
    description: 'A part of the name; upper and lower case do not matter',
    optional: true,
    maxLength: MAX_NAME_CHARS,
  })
  search?: string | null;
}
