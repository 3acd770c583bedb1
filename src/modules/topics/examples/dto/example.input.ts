import { ArgsType, InputType } from '@nestjs/graphql';
import { InputField, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { MAX_EXAMPLE_HTML_CHARS, MAX_EXAMPLE_TEXT_CHARS, MAX_EXAMPLE_TITLE_CHARS } from '../example-intake.js';
import { MAX_URL_CHARS } from '../../topic.js';

@InputType('DocumentInput', { description: 'A page by its address, or by its text or HTML' })
export class DocumentInputDto {
  @InputField(String, {
    description: 'Its address. The page is fetched when neither text nor html is given',
    optional: true,
    nullable: true,
    maxLength: MAX_URL_CHARS,
  })
  url?: string | null;

  @InputField(String, { optional: true, nullable: true, maxLength: MAX_EXAMPLE_TITLE_CHARS })
  title?: string | null;

  @InputField(String, {
    description: 'Plain text; not together with html',
    optional: true,
    nullable: true,
    maxLength: MAX_EXAMPLE_TEXT_CHARS,
  })
  text?: string | null;

  @InputField(String, {
    description: 'Title and main text are taken from it; not together with text',
    optional: true,
    nullable: true,
    maxLength: MAX_EXAMPLE_HTML_CHARS,
  })
  html?: string | null;
}

@InputType()
export class AddExampleInput extends DocumentInputDto {
  @InputField(Boolean)
  relevant: boolean;
}

@InputType()
export class UpdateExampleInput {
  @InputField(Boolean)
  relevant: boolean;
}

@ArgsType()
export class ExampleListArgs extends PageArgs {
  @QueryField(Boolean, { description: 'Only examples with this label', optional: true })
  relevant?: boolean | null;
}

export class ImportQuery {
  @QueryField(Boolean, {
    only: 'rest',
    description: 'true: one line that cannot be imported makes the import change nothing',
    default: false,
  })
  atomic: boolean = false;
}
