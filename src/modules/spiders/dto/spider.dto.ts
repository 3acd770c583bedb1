import { Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { MAX_DISCOUNT, SPIDER_TEXTS, type SpiderText } from '../../../domain/spiders/index.js';
import { ApiField, Connection, enumOf, InputField, Node, Page } from '../../../platform/api/index.js';
import { SPIDER_STATUSES, type SpiderStatus } from '../spider.js';
import { DEFAULT_BINS, DEFAULT_TEXT } from '../spiders.service.js';

const SpiderStatusEnum = Object.fromEntries(SPIDER_STATUSES.map((status) => [status, status]));
registerEnumType(SpiderStatusEnum, { name: 'SpiderStatus' });
const SpiderTextEnum = enumOf(SPIDER_TEXTS);
registerEnumType(SpiderTextEnum, { name: 'SpiderText', description: 'Words from which a spider values a link' });

const MAX_SESSIONS = 50;
const BINS = 'Number of bins: 2 for nb-immediate, 3 to 5 for nb-future';
const TEXT =
  'related: title and headings of the page, the anchor text, the words of the URL and those around the link; full-page: the text of the page, anchor text and URL';
const DISCOUNT = 'Discount factor of later rewards';

@ObjectType('TellingWord', { description: 'A word that speaks for a bin' })
export class TellingWordDto {
  @ApiField(String)
  word: string;

  @ApiField(String, { description: 'Where it stands: head, link, url, near; page', example: 'link' })
  field: string;

  @ApiField(Float, { description: 'Weighted log-odds ratio' })
  weight: number;
}

@ObjectType('SpiderBin', { description: 'Links whose Q-values are alike' })
export class SpiderBinDto {
  @ApiField(String, { example: 'immediate' })
  name: string;

  @ApiField(Int, { description: 'Number of links in it' })
  links: number;

  @ApiField(Float, { description: 'Mean Q-value of these links' })
  meanValue: number;

  @ApiField([TellingWordDto], { description: 'The words that say most for it, the most telling first' })
  words: TellingWordDto[];
}

@ObjectType('SpiderSource', { description: 'A session that a spider was trained on' })
export class SpiderSourceDto {
  @ApiField(ID)
  sessionId: string;

  @ApiField([String], { description: 'The first seeds of the session' })
  seeds: string[];

  @ApiField(Int, { description: 'Number of its pages that were read' })
  pages: number;

  @ApiField(Int)
  relevantPages: number;
}

@ObjectType('SpiderReport', { description: 'What a spider was trained on, and what it has learnt' })
export class SpiderReportDto {
  @ApiField([SpiderSourceDto])
  sources: SpiderSourceDto[];

  @ApiField(Int)
  pages: number;

  @ApiField(Int)
  relevantPages: number;

  @ApiField(Int, { description: 'Number of links between these pages' })
  links: number;

  @ApiField(Int, { description: 'Number of words that it knows, of all fields' })
  words: number;

  @ApiField(Boolean, { description: 'True if there were too many pages and some were left out' })
  truncated: boolean;

  @ApiField([SpiderBinDto], { description: 'The most valuable first' })
  bins: SpiderBinDto[];
}

@ObjectType('Spider', {
  implements: () => [Node],
  description: 'What was learnt from earlier sessions about the links that lead to relevant pages',
})
export class SpiderDto {
  @ApiField(ID)
  id: string;

  @ApiField(String)
  name: string;

  @ApiField(Int, { description: 'Number of the spider within its name. The first is 1' })
  version: number;

  @ApiField(SpiderStatusEnum)
  status: SpiderStatus;

  @ApiField(Int, { description: BINS, minimum: 2, maximum: 5 })
  bins: number;

  @ApiField(SpiderTextEnum, { description: TEXT })
  text: SpiderText;

  @ApiField(Float, { description: DISCOUNT })
  discount: number;

  @ApiField([ID], { description: 'The sessions on which it is trained. They may have been deleted since' })
  sessions: string[];

  @ApiField(SpiderReportDto, { description: 'What it was trained on and has learnt, if READY', nullable: true })
  report: SpiderReportDto | null;

  @ApiField(String, { description: 'Why training failed', nullable: true })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  trainedAt: Date | null;
}

export const SPIDER_JOB = 'The job that trains it; null if the job was cleared away';

/** A spider with its job, as REST answers it; GraphQL has the job itself in a field. */
export class SpiderDetailsDto extends SpiderDto {
  @ApiField(ID, { description: SPIDER_JOB, nullable: true, only: 'rest' })
  jobId: string | null;
}

export class SpiderPage extends Page(SpiderDetailsDto) {}

@ObjectType()
export class SpiderConnection extends Connection(SpiderDto, 'Spider') {}

@InputType()
export class TrainSpiderInput {
  @InputField(String, {
    description: 'Name of the spider. If there is one of this name, this is its next version',
    example: 'universities',
    maxLength: 200,
  })
  name: string;

  @InputField([ID], {
    description: 'Sessions whose pages and links are the training data, of any topic',
    minItems: 1,
    maxItems: MAX_SESSIONS,
  })
  sessions: string[];

  @InputField(Int, { description: BINS, optional: true, default: DEFAULT_BINS, minimum: 2, maximum: 5 })
  bins?: number | null;

  @InputField(SpiderTextEnum, { description: TEXT, optional: true, default: DEFAULT_TEXT })
  text?: SpiderText | null;

  @InputField(Float, {
    description: DISCOUNT,
    optional: true,
    default: MAX_DISCOUNT,
    minimum: 0,
    exclusiveMinimum: true,
    maximum: MAX_DISCOUNT,
  })
  discount?: number | null;
}
