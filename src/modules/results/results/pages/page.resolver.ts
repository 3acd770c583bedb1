import { Args, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  listComplexity,
  loadChild,
  Loaders,
  type NamedNumber,
  namedNumbers,
  type NamedText,
  namedTexts,
  PageArgs,
  pageKey,
  type RequestLoaders,
} from '../../../../platform/api/index.js';
import { PageExcerpts } from '../../../base/page-texts/index.js';
import { CALLS } from '../calls.js';
import { ContentsService } from './contents/contents.service.js';
import { PageContentDto, PageContentQuery } from '../dto/content.dto.js';
import { DomainDto } from '../dto/domain.dto.js';
import { LinkConnection } from '../dto/link.dto.js';
import { MarkedWordsQuery } from '../dto/page-query.js';
import { PAGE_TEXTS, PageDto, type PageTexts } from '../dto/page.dto.js';
import { PageWhyDto } from '../dto/why.dto.js';
import type { LinkDirection } from './links.repository.js';
import { linkParentOf, ResultsService } from '../results.service.js';

/** An explanation walks the path from the seed. */
const whyComplexity = ({ childComplexity }: { childComplexity: number }): number => 10 + childComplexity;

/** A content may have megabytes, be read from an archive and be converted. */
const contentComplexity = ({ childComplexity }: { childComplexity: number }): number => 500 + childComplexity;

@Resolver(() => PageDto)
export class PageResolver {
  constructor(
    private readonly results: ResultsService,
    private readonly contents: ContentsService,
    private readonly excerpts: PageExcerpts,
  ) {}

  @ResolveField(() => [String], { description: PAGE_TEXTS.headings })
  async headings(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<string[]> {
    return (await this.texts(page, loaders))?.headings ?? [];
  }

  @ResolveField(() => String, { nullable: true, description: PAGE_TEXTS.text })
  async text(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<string | null> {
    return (await this.texts(page, loaders))?.text ?? null;
  }

  @ResolveField(() => String, {
    nullable: true,
    description: PAGE_TEXTS.mainText,
  })
  async mainText(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<string | null> {
    return (await this.texts(page, loaders))?.mainText ?? null;
  }

  @ResolveField(() => [Int], {
    description:
      'Start and end of each word of the search, or else of each keyword of the topic, that stands in the first part of the main text, as in excerptMarks',
  })
  async mainTextMarks(
    @Parent() page: PageDto,
    @Loaders() loaders: RequestLoaders,
    @Args() { search }: MarkedWordsQuery,
  ): Promise<number[]> {
    const mainText = await this.mainText(page, loaders);
    return mainText === null ? [] : this.excerpts.marksIn(mainText, page, search);
  }

  @ResolveField(() => PageContentDto, {
    nullable: true,
    description: `${CALLS.getPageContent}; null for a step that brought no page`,
    complexity: contentComplexity,
  })
  content(@Parent() page: PageDto, @Args() { format }: PageContentQuery): Promise<PageContentDto | null> {
    return this.contents.of(page, format);
  }

  @ResolveField(() => DomainDto)
  async domain(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<DomainDto | null> {
    return loaders
      .of(`domain ${page.sessionId}`, (numbers: readonly number[]) =>
        this.results.domainsByNumbers(page.sessionId, numbers),
      )
      .load(page.domainNo);
  }

  @ResolveField(() => PageDto, { nullable: true, description: 'The page whose link was followed; null for a seed' })
  source(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<PageDto | null> | null {
    if (page.sourceStep === null) return null;
    return loaders
      .of(`page ${page.sessionId}`, (steps: readonly number[]) => this.results.pagesBySteps(page.sessionId, steps))
      .load(page.sourceStep);
  }

  @ResolveField(() => PageWhyDto, { description: CALLS.explainPage, complexity: whyComplexity })
  why(@Parent() page: PageDto, @Loaders() loaders: RequestLoaders): Promise<PageWhyDto | null> {
    return loaders
      .of(`why ${page.sessionId}`, (steps: readonly number[]) => this.results.whyMany(page.sessionId, steps))
      .load(page.step);
  }

  @ResolveField(() => LinkConnection, { description: CALLS.listOutLinks, complexity: listComplexity })
  outLinks(
    @Parent() page: PageDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<LinkConnection> {
    return this.links('out', page, args, loaders);
  }

  @ResolveField(() => LinkConnection, {
    description: CALLS.listInLinks,
    complexity: listComplexity,
  })
  inLinks(
    @Parent() page: PageDto,
    @Args() args: PageArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<LinkConnection> {
    return this.links('in', page, args, loaders);
  }

  private async links(
    direction: LinkDirection,
    page: PageDto,
    args: PageArgs,
    loaders: RequestLoaders,
  ): Promise<LinkConnection> {
    const parent = linkParentOf(page);
    const key = `${parent.key}/${parent.urlNos.join('/')}`;
    const slice = await loadChild(loaders, pageKey(`page.${direction}Links`, args), key, (keys) =>
      this.results.linksOfMany(
        direction,
        keys.map((each) => {
          const [sessionId, step, ...urlNos] = each.split('/');
          return { key: each, sessionId, step: Number(step), urlNos: urlNos.map(Number) };
        }),
        args,
      ),
    );
    return connectionOf(slice);
  }

  private texts(page: PageDto, loaders: RequestLoaders): Promise<PageTexts | null> {
    return loaders
      .of(`texts ${page.sessionId}`, (steps: readonly number[]) => this.results.texts(page.sessionId, steps))
      .load(page.step);
  }
}

@Resolver(() => PageWhyDto)
export class PageWhyResolver {
  @ResolveField()
  features(@Parent() { features }: PageWhyDto): NamedNumber[] | null {
    return features && namedNumbers(features);
  }

  @ResolveField()
  terms(@Parent() { terms }: PageWhyDto): NamedText[] | null {
    return terms && namedTexts(terms);
  }
}
