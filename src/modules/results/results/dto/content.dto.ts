import { ArgsType, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf, QueryField } from '../../../../platform/api/index.js';

const PAGE_FORMATS = ['text', 'html', 'markdown'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
const CONTENT_SOURCES = ['response', 'rendered', 'stored'] as const;
/** `response`: as the server sent it. `rendered`: as a browser did. `stored`: the text in the database. */
export type ContentSource = (typeof CONTENT_SOURCES)[number];

/** The media type of each format. */
export const CONTENT_TYPES: Readonly<Record<PageFormat, string>> = {
  text: 'text/plain',
  html: 'text/html',
  markdown: 'text/markdown',
};

const PageFormatEnum = enumOf(PAGE_FORMATS);
const ContentSourceEnum = enumOf(CONTENT_SOURCES);
registerEnumType(PageFormatEnum, { name: 'PageFormat' });
registerEnumType(ContentSourceEnum, { name: 'ContentSource' });

@ArgsType()
export class PageContentQuery {
  @QueryField(PageFormatEnum, {
    description:
      '`text`: all visible text. `html`: as it was fetched, of sessions that keep an archive. `markdown`: its main content; without an archive only headings and main text',
    default: 'markdown',
  })
  format: PageFormat = 'markdown';
}

@ObjectType('PageContent', { description: 'A page as text, HTML or Markdown' })
export class PageContentDto {
  @ApiField(PageFormatEnum)
  format: PageFormat;

  @ApiField(ContentSourceEnum, {
    description:
      'Source of the content: the archived response, the archived page as a browser rendered it, or the stored texts of the page',
  })
  source: ContentSource;

  @ApiField(Boolean, { description: 'Whether a limit cut something off' })
  truncated: boolean;

  @ApiField(String)
  content: string;
}
