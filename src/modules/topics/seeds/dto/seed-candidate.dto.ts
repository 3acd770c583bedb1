import { ArgsType, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { DEFAULT_SEEDS, type SeedSource } from '../../../../domain/seeds/index.js';
import { ApiField, Connection, InputField, Node, Page, PageArgs, QueryField } from '../../../../platform/api/index.js';
import { type CandidateState, CandidateStateEnum, MAX_DECISIONS } from '../../topics/index.js';
import { MAX_FINDINGS, MAX_FOUND, type StoredSeedCandidate } from '../seed-candidate.js';

const MAX_PER_DOMAIN = 20;
const DEFAULT_SEARCH_PAGES = 2;
const MAX_SEARCH_PAGES = 5;

export const SeedSourceEnum = {
  SEARXNG: 'searxng',
  STORED: 'stored',
  SHARED_LINK: 'shared-link',
  HUB: 'hub',
  SITEMAP: 'sitemap',
} as const;
registerEnumType(SeedSourceEnum, {
  name: 'SeedSource',
  description:
    'Source of a seed. searxng: by the search engine. stored: among the stored pages of the project. shared-link: relevant pages of several domains link to it. ' +
    'hub: it links to several relevant pages of other domains. sitemap: in the sitemap of a host with relevant pages',
});

@ObjectType('SeedFinding', { description: 'One reason to propose a URL' })
class SeedFindingDto {
  @ApiField(SeedSourceEnum)
  source: SeedSource;

  @ApiField(String, {
    description:
      'The query (searxng, stored), the domain that links (shared-link), the page that it links to (hub) or the host of the sitemap',
    example: 'cheese cheddar rennet',
  })
  by: string;
}

@ObjectType('SeedCandidate', { implements: () => [Node], description: 'A URL that may become a seed' })
class SeedCandidateDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(String, { description: 'Canonical URL' })
  url: string;

  @ApiField(String)
  title: string;

  @ApiField(String, { description: 'Some words of the page, or of the links to it' })
  snippet: string;

  @ApiField(CandidateStateEnum)
  state: CandidateState;

  @ApiField(Float, {
    description:
      'From 0 to 1: relevance × (1 − 2^−support). Support is the sum over the sources of log2(1 + number of findings)',
  })
  score: number;

  @ApiField(Float, { description: 'Probability that the page is relevant, judged by the keywords' })
  relevance: number;

  @ApiField(Boolean, {
    description: 'true: the text of the page was judged. false: only title, snippet and the words of the URL were',
  })
  read: boolean;

  @ApiField([SeedFindingDto], { description: `The first ${MAX_FINDINGS}` })
  findings: SeedFindingDto[];

  @ApiField(String, { description: 'Why it is proposed' })
  reason: string;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { description: 'Time at which it was found last, or decided' })
  updatedAt: Date;
}

export class SeedCandidatePage extends Page(SeedCandidateDto) {}

@ObjectType()
export class SeedCandidateConnection extends Connection(SeedCandidateDto, 'SeedCandidate') {}

@ArgsType()
export class SeedCandidateArgs extends PageArgs {
  @QueryField(CandidateStateEnum, { description: 'Whether it was decided, and how', optional: true })
  state?: CandidateState | null;

  @QueryField(SeedSourceEnum, { description: 'Only candidates that this source found', optional: true })
  source?: SeedSource | null;
}

@InputType()
export class DecideSeedsInput {
  @InputField([String], {
    description: 'Ids or URLs of candidates that become seeds',
    optional: true,
    maxItems: MAX_DECISIONS,
  })
  accept?: string[] | null;

  @InputField([String], {
    description:
      'Ids or URLs of candidates that are not proposed again. A candidate that was accepted is removed from the seeds',
    optional: true,
    maxItems: MAX_DECISIONS,
  })
  reject?: string[] | null;
}

@ObjectType('SeedDecisions', { description: 'Result of a decision on candidates for seeds' })
export class SeedDecisionsDto {
  @ApiField(Int, { description: 'Number of seeds of the topic after the decision' })
  seedCount: number;

  @ApiField(Int)
  accepted: number;

  @ApiField(Int)
  rejected: number;

  @ApiField(Int, { description: 'Candidates for which the same decision was made before' })
  unchanged: number;
}

@InputType()
export class SuggestSeedsInput {
  @InputField(Int, {
    description: 'Maximum number of candidates',
    default: DEFAULT_SEEDS.most,
    minimum: 1,
    maximum: MAX_FOUND,
  })
  most: number = DEFAULT_SEEDS.most;

  @InputField(Int, {
    description: 'Maximum number of candidates of one registrable domain',
    default: DEFAULT_SEEDS.perDomain,
    minimum: 1,
    maximum: MAX_PER_DOMAIN,
  })
  perDomain: number = DEFAULT_SEEDS.perDomain;

  @InputField(Int, {
    description: 'Pages of results that the search engine is asked for, for each query',
    default: DEFAULT_SEARCH_PAGES,
    minimum: 1,
    maximum: MAX_SEARCH_PAGES,
  })
  searchPages: number = DEFAULT_SEARCH_PAGES;

  @InputField(Boolean, {
    description:
      'true: the pages are fetched and judged by their text; pages that cannot be fetched are not proposed. false: they are judged by what is known of them',
    default: true,
  })
  read: boolean = true;

  @InputField(Int, {
    description: 'Number of candidates that become seeds at once: the best ones that are judged relevant',
    default: 0,
    minimum: 0,
    maximum: MAX_FOUND,
  })
  accept: number = 0;
}

export function toSeedCandidateDto(candidate: StoredSeedCandidate): SeedCandidateDto {
  return { ...candidate, findings: candidate.findings.map((finding) => ({ ...finding })) };
}
