import { Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { SPIDER_KINDS, type SpiderKind } from '../../../../domain/policies/index.js';
import { MAX_DISCOUNT, SPIDER_TEXTS, type SpiderText } from '../../../../domain/spiders/index.js';
import { ApiField, Connection, enumOf, InputField, Node, Page } from '../../../../platform/api/index.js';
import { SPIDER_STATES, type SpiderState } from '../spider.js';
import { DEFAULT_BINS, DEFAULT_CLUSTERS, DEFAULT_KIND, DEFAULT_TEXT, DEFAULT_VOCABULARY } from '../training-input.js';

const SpiderStateEnum = Object.fromEntries(SPIDER_STATES.map((state) => [state, state]));
registerEnumType(SpiderStateEnum, { name: 'SpiderState' });
const SpiderKindEnum = enumOf(SPIDER_KINDS);
registerEnumType(SpiderKindEnum, { name: 'SpiderKind', description: 'Kind of learning of a spider' });
const SpiderTextEnum = enumOf(SPIDER_TEXTS);
registerEnumType(SpiderTextEnum, { name: 'SpiderText', description: 'Words from which a spider values a link' });

const MAX_SESSIONS = 50;
const MAX_WEBS = 20;
const MAX_LABELS = 100;
const MAX_DOMAINS = 100;
const MAX_NAME_CHARS = 200;
const KIND =
  'links: values of links by their words, for nb-immediate and nb-future; page-classes: the clusters of a collection of pages, for forager-weblog, forager-td and forager-hybrid; link-values: weights of the features by which sessions of prospector chose links, for prospector';
const BINS = 'Number of bins: 2 for nb-immediate, 3 to 5 for nb-future. Only for links';
const TEXT =
  'related: title and headings of the page, the anchor text, the words of the URL and those around the link; full-page: the text of the page, anchor text and URL. Only for links';
const DISCOUNT = 'Discount factor of later rewards. Only for links';
const CLUSTERS = 'Number of classes. Only for page-classes';
const VOCABULARY = 'Number of words that distinguish pages. Only for page-classes';
const LABELS = 'A page with one of these labels is relevant. Only for links';
const DOMAINS = 'Only pages of these hosts and the hosts below them. None: all pages';

@ObjectType('TellingWord', { description: 'A word that speaks for a bin' })
class TellingWordDto {
  @ApiField(String)
  word: string;

  @ApiField(String, {
    description: 'Part of the page or link with the word: head, link, url, near; page',
    example: 'link',
  })
  field: string;

  @ApiField(Float, { description: 'Weighted log-odds ratio' })
  weight: number;
}

@ObjectType('SpiderBin', { description: 'Links whose Q-values are alike' })
class SpiderBinDto {
  @ApiField(String, { example: 'immediate' })
  name: string;

  @ApiField(Int, { description: 'Number of links in it' })
  links: number;

  @ApiField(Float, { description: 'Mean Q-value of these links' })
  meanValue: number;

  @ApiField([TellingWordDto], { description: 'The words that speak most for it, in order' })
  words: TellingWordDto[];
}

@ObjectType('ClassWord', { description: 'A word that speaks for a class of pages' })
class ClassWordDto {
  @ApiField(String)
  word: string;

  @ApiField(Float, { description: 'Weighted log-odds ratio' })
  weight: number;
}

@ObjectType('PageClass', { description: 'Pages that are alike' })
class PageClassDto {
  @ApiField(Int, { description: 'Number of pages in it' })
  pages: number;

  @ApiField([ClassWordDto], { description: 'The words that speak most for it, in order' })
  words: ClassWordDto[];
}

@ObjectType('SpiderWeight', { description: 'Weight of a property of a link' })
class SpiderWeightDto {
  @ApiField(String, { description: 'A feature, as the explanations of prospector name it', example: 'siblingScore' })
  feature: string;

  @ApiField(Float, { description: 'Weight that sessions begin with without a spider' })
  shipped: number;

  @ApiField(Float, { description: 'Weight that the spider gives it' })
  learnt: number;
}

@ObjectType('SpiderSource', { description: 'A session or recorded web that a spider was trained on' })
class SpiderSourceDto {
  @ApiField(ID, { nullable: true })
  sessionId: string | null;

  @ApiField(String, { description: 'Name of the recorded web', nullable: true })
  web: string | null;

  @ApiField([String], { description: 'The first seeds of the session' })
  seeds: string[];

  @ApiField(Int, { description: 'Number of its pages that were read' })
  pages: number;

  @ApiField(Int)
  relevantPages: number;
}

@ObjectType('SpiderWeb', { description: 'A recorded web on which a spider is trained' })
class SpiderWebDto {
  @ApiField(String, { description: 'Its name' })
  web: string;

  @ApiField([String], { description: LABELS })
  labels: string[];

  @ApiField([String], { description: DOMAINS })
  domains: string[];
}

@ObjectType('SpiderReport', { description: 'Training data and learned state of a spider' })
class SpiderReportDto {
  @ApiField([SpiderSourceDto])
  sources: SpiderSourceDto[];

  @ApiField(Int)
  pages: number;

  @ApiField(Int)
  relevantPages: number;

  @ApiField(Int, {
    description: 'Number of links between these pages; for link-values, those that were followed. 0 for page-classes',
  })
  links: number;

  @ApiField(Int, { description: 'Number of words that it knows, of all fields. 0 for link-values' })
  words: number;

  @ApiField(Boolean, { description: 'True if there were too many pages and some were left out' })
  truncated: boolean;

  @ApiField([SpiderBinDto], { description: 'The most valuable first. Only of links' })
  bins: SpiderBinDto[];

  @ApiField([PageClassDto], { description: 'In the order of the components of a state. Only of page-classes' })
  classes: PageClassDto[];

  @ApiField([SpiderWeightDto], { description: 'Only of link-values' })
  weights: SpiderWeightDto[];
}

@ObjectType('Spider', {
  implements: () => [Node],
  description:
    'State learned from earlier sessions or recorded webs: about links that lead to relevant pages, or about pages',
})
export class SpiderDto {
  @ApiField(ID)
  id: string;

  @ApiField(String)
  name: string;

  @ApiField(Int, { description: 'Number of the spider within its name. The first is 1' })
  version: number;

  @ApiField(SpiderStateEnum)
  state: SpiderState;

  @ApiField(SpiderKindEnum, { description: KIND })
  kind: SpiderKind;

  @ApiField(Int, { description: BINS, minimum: 2, maximum: 5, nullable: true })
  bins: number | null;

  @ApiField(SpiderTextEnum, { description: TEXT, nullable: true })
  text: SpiderText | null;

  @ApiField(Float, { description: DISCOUNT, nullable: true })
  discount: number | null;

  @ApiField(Int, { description: CLUSTERS, nullable: true })
  clusters: number | null;

  @ApiField(Int, { description: VOCABULARY, nullable: true })
  vocabulary: number | null;

  @ApiField([ID], { description: 'The sessions on which it is trained. They may have been deleted since' })
  sessions: string[];

  @ApiField([SpiderWebDto], { description: 'The recorded webs on which it is trained' })
  webs: SpiderWebDto[];

  @ApiField(SpiderReportDto, { description: 'Training data and learned state, if ready', nullable: true })
  report: SpiderReportDto | null;

  @ApiField(String, { description: 'Why training failed', nullable: true })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  trainedAt: Date | null;
}

export const SPIDER_JOB = 'The job that trains it; null if the job was cleared away';

/** A spider with its job, for REST; GraphQL has the job itself in a field. */
export class SpiderDetailsDto extends SpiderDto {
  @ApiField(ID, { description: SPIDER_JOB, nullable: true, only: 'rest' })
  jobId: string | null;
}

export class SpiderPage extends Page(SpiderDetailsDto) {}

@ObjectType()
export class SpiderConnection extends Connection(SpiderDto, 'Spider') {}

@InputType('SpiderWebInput')
class SpiderWebInput {
  @InputField(String, { description: 'Name of a recorded web', example: 'universities', maxLength: MAX_NAME_CHARS })
  web: string;

  @InputField([String], {
    description: LABELS,
    example: ['faculty'],
    optional: true,
    maxItems: MAX_LABELS,
    maxLength: MAX_NAME_CHARS,
  })
  labels?: string[] | null;

  @InputField([String], {
    description: DOMAINS,
    example: ['cs.example.edu'],
    optional: true,
    maxItems: MAX_DOMAINS,
    maxLength: MAX_NAME_CHARS,
  })
  domains?: string[] | null;
}

@InputType()
export class TrainSpiderInput {
  @InputField(String, {
    description: 'Name of the spider. If there is one of this name, this is its next version',
    example: 'universities',
    maxLength: MAX_NAME_CHARS,
  })
  name: string;

  @InputField(SpiderKindEnum, { description: KIND, optional: true, default: DEFAULT_KIND })
  kind?: SpiderKind | null;

  @InputField([ID], {
    description: 'Sessions whose pages and links are the training data, of any topic',
    optional: true,
    maxItems: MAX_SESSIONS,
  })
  sessions?: string[] | null;

  @InputField([SpiderWebInput], {
    description: 'Recorded webs whose pages and links are the training data, besides sessions or instead of them',
    example: [{ web: 'universities', labels: ['faculty'] }],
    optional: true,
    maxItems: MAX_WEBS,
  })
  webs?: SpiderWebInput[] | null;

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

  @InputField(Int, { description: CLUSTERS, optional: true, default: DEFAULT_CLUSTERS, minimum: 2, maximum: 500 })
  clusters?: number | null;

  @InputField(Int, {
    description: VOCABULARY,
    optional: true,
    default: DEFAULT_VOCABULARY,
    minimum: 10,
    maximum: 50_000,
  })
  vocabulary?: number | null;
}
