import { InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf, InputField } from '../../../../platform/api/index.js';
import {
  DOMAIN_VERDICTS,
  type DomainVerdict,
  MAX_NOTE_CHARS,
  MAX_REMARKS,
  MAX_TAG_CHARS,
  MAX_TAGS,
  PAGE_VERDICTS,
  type PageVerdict,
} from '../remarks.js';
import { CreateSessionInput } from '../../../crawl/sessions/index.js';
import { KEY } from './collected-page.dto.js';

export const DomainVerdictEnum = enumOf(DOMAIN_VERDICTS);
registerEnumType(DomainVerdictEnum, {
  name: 'DomainVerdict',
  description: 'Verdict of people on a domain in the collection of a topic',
});
const PageVerdictEnum = enumOf(PAGE_VERDICTS);
registerEnumType(PageVerdictEnum, {
  name: 'PageVerdict',
  description: 'Verdict of people on a page in the collection of a topic. It is the label of the page',
});

const TAGS = { description: 'New tags; omitted, it keeps its tags', optional: true } as const;
const ADD_TAGS = {
  description: `Tags to add: tags that others add meanwhile stay. At most ${MAX_TAGS} in all`,
  optional: true,
} as const;
const REMOVE_TAGS = { description: 'Tags to remove, if it has them. Applied after addTags', optional: true } as const;
const NOTE = { description: 'New note; omitted, it keeps its note', optional: true } as const;

@InputType({ description: 'A verdict, tags and a note for a page' })
class PageRemarkInput {
  @InputField(String, { description: 'Key of the page', example: KEY, maxLength: 36 })
  key: string;

  @InputField(PageVerdictEnum, {
    description: 'undecided removes the label. Omitted, it keeps its label',
    example: 'relevant',
    optional: true,
  })
  verdict?: PageVerdict | null;

  @InputField([String], { ...TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  tags?: string[] | null;

  @InputField([String], { ...ADD_TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  addTags?: string[] | null;

  @InputField([String], { ...REMOVE_TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  removeTags?: string[] | null;

  @InputField(String, { ...NOTE, maxLength: MAX_NOTE_CHARS })
  note?: string | null;
}

@InputType({ description: 'A verdict, tags and a note for a domain' })
class DomainRemarkInput {
  @InputField(String, { example: 'example.org', maxLength: 253 })
  name: string;

  @InputField(DomainVerdictEnum, {
    description:
      'keep: its best pages are seeds of further sessions of the topic. reject: further sessions do not go there, and its pages are not relevant, unless people have labelled them so. ' +
      'Both label some of its pages, from which models learn; undecided removes these labels. Omitted, it keeps its verdict',
    example: 'reject',
    optional: true,
  })
  verdict?: DomainVerdict | null;

  @InputField([String], { ...TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  tags?: string[] | null;

  @InputField([String], { ...ADD_TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  addTags?: string[] | null;

  @InputField([String], { ...REMOVE_TAGS, maxItems: MAX_TAGS, maxLength: MAX_TAG_CHARS })
  removeTags?: string[] | null;

  @InputField(String, { ...NOTE, maxLength: MAX_NOTE_CHARS })
  note?: string | null;
}

@InputType()
export class JudgeCollectedInput {
  @InputField([PageRemarkInput], { optional: true, maxItems: MAX_REMARKS })
  pages?: PageRemarkInput[] | null;

  @InputField([DomainRemarkInput], {
    example: [{ name: 'example.org', verdict: 'reject' }],
    optional: true,
    maxItems: MAX_REMARKS,
  })
  domains?: DomainRemarkInput[] | null;
}

@ObjectType('PageRemark')
class PageRemarkDto {
  @ApiField(String, { example: KEY })
  key: string;

  @ApiField(PageVerdictEnum)
  verdict: PageVerdict;

  @ApiField([String])
  tags: string[];

  @ApiField(String)
  note: string;
}

@ObjectType('DomainRemark')
class DomainRemarkDto {
  @ApiField(String, { example: 'example.org' })
  name: string;

  @ApiField(DomainVerdictEnum, { example: 'undecided' })
  verdict: DomainVerdict;

  @ApiField([String])
  tags: string[];

  @ApiField(String)
  note: string;
}

@ObjectType('SaidBefore', {
  description:
    'Previous verdicts, tags and notes of the pages and domains of a call. Sent as the input of another call, they undo it',
})
export class SaidBeforeDto {
  @ApiField([PageRemarkDto])
  pages: PageRemarkDto[];

  @ApiField([DomainRemarkDto])
  domains: DomainRemarkDto[];
}

/** Most domains gathered by one session. */
const MAX_GATHERED = 200;
const MAX_FETCHES = 10_000_000;

@InputType()
export class GatherInput {
  @InputField([String], {
    description: 'Names of domains of the collection',
    example: ['example.org'],
    minItems: 1,
    maxItems: MAX_GATHERED,
    maxLength: 253,
  })
  domains: string[];

  @InputField(Int, {
    description: 'Pages to fetch, of all domains together',
    example: 50,
    minimum: 1,
    maximum: MAX_FETCHES,
  })
  fetches: number;

  @InputField(String, {
    description: 'The policy of the session. Default: that of other sessions',
    optional: true,
    maxLength: 100,
  })
  policy?: string | null;

  @InputField(CreateSessionInput, {
    description:
      'Further settings of the session, such as `archive`. They replace what gathering chooses, but for the seeds, the number of fetches and the domains',
    optional: true,
  })
  session?: CreateSessionInput | null;
}
