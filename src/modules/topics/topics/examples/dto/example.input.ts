import { ArgsType, InputType } from '@nestjs/graphql';
import { MAX_URL_CHARS } from '../../../../../domain/url/index.js';
import { InputField, PageArgs, QueryField } from '../../../../../platform/api/index.js';
import { OthersFixed } from '../../../../../platform/errors/index.js';
import { MAX_EXAMPLE_HTML_CHARS, MAX_EXAMPLE_TEXT_CHARS, MAX_EXAMPLE_TITLE_CHARS } from '../example-intake.js';

@InputType('DocumentInput', { description: 'A page by its address, or by its text or HTML' })
export class DocumentInputDto {
  @InputField(String, {
    description: 'Address of the page. It is fetched if neither text nor html is given',
    optional: true,
    nullable: true,
    maxLength: MAX_URL_CHARS,
  })
  url?: string | null;

  @InputField(String, { optional: true, nullable: true, maxLength: MAX_EXAMPLE_TITLE_CHARS })
  title?: string | null;

  @InputField(String, {
    description: 'Plain text. Cannot be given together with html',
    optional: true,
    nullable: true,
    maxLength: MAX_EXAMPLE_TEXT_CHARS,
  })
  text?: string | null;

  @InputField(String, {
    description: 'HTML from which title and main text are taken. Cannot be given together with text',
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
@OthersFixed('the page of an example is fixed when it is added')
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
    description: 'true: if one line cannot be imported, nothing is imported',
    default: false,
  })
  atomic: boolean = false;
}
