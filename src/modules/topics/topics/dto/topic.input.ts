import { ArgsType, InputType } from '@nestjs/graphql';
import { IsIn } from 'class-validator';
import { InputField, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { MAX_KEYWORDS } from '../keywords/keyword-intake.js';
import { MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, MAX_SEEDS } from '../topic.js';

/** The two-letter codes of ISO 639-1. */
const CODES =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr ' +
  'fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ' +
  'ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg ' +
  'sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';

const LANGUAGE_CODES: readonly string[] = CODES.split(' ');

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
@OthersFixed('PUT /v1/topics/:id/keywords changes the keywords')
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
