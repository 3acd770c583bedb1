import type { Type } from '@nestjs/common';
import { ArgsType, ID, InputType } from '@nestjs/graphql';
import { Matches } from 'class-validator';
import { QueryField } from '../../../../platform/api/index.js';

const LANGUAGE = /^[a-z]{2}$/;
/** Of a filter by language; `IsLanguage` checks it. */
export const LANGUAGE_FIELD = {
  description: 'Language of the text, ISO 639-1',
  example: 'en',
  optional: true,
  pattern: LANGUAGE.source,
} as const;
export const IsLanguage = (): PropertyDecorator =>
  Matches(LANGUAGE, { message: 'language must be a two-letter code of ISO 639-1 in lower case, such as en' });

/** Adds the filters for both pages and domains of a collection. @param FilterField of a query or of a body */
export function withFoundFilter<B extends Type<object>>(Base: B, FilterField = QueryField) {
  @InputType({ isAbstract: true })
  @ArgsType()
  class Filter extends Base {
    @FilterField(Date, { description: 'First found at this time or later', optional: true })
    foundSince?: Date | null;

    @FilterField(ID, {
      description: 'Only those that neither this session nor one created before it has found',
      optional: true,
    })
    newSinceSession?: string | null;

    @FilterField(Boolean, {
      description:
        "Whether it is of a domain of the topic's seeds: false leaves out the domains that were known from the start",
      optional: true,
    })
    seedDomain?: boolean | null;
  }
  return Filter;
}
