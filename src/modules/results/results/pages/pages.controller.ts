import { Controller, Get, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiProblem, PageArgs, pageOf, Produces, UuidPipe } from '../../../../platform/api/index.js';
import { DomainError } from '../../../../platform/errors/index.js';
import { Call } from '../calls.js';
import { ContentsService } from './contents/contents.service.js';
import { CONTENT_TYPES, PageContentQuery } from '../dto/content.dto.js';
import { LinkPage } from '../dto/link.dto.js';
import { PageDetailsDto, PagePage } from '../dto/page.dto.js';
import { PagesArgs } from '../dto/page-query.js';
import { PageWhyDto } from '../dto/why.dto.js';
import { NumberPipe } from '../number.pipe.js';
import { ResultsService } from '../results.service.js';

const CONTENT_HEADER = {
  description: 'Source of the content, and whether a limit cut it',
  schema: { type: 'string', example: 'source=response, truncated=false' },
} as const;

@ApiTags('results')
@Controller('sessions/:id/pages')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class PagesController {
  constructor(
    private readonly results: ResultsService,
    private readonly contents: ContentsService,
  ) {}

  @Get()
  @Call('listPages')
  @ApiOkResponse({ type: PagePage })
  async list(@Param('id', UuidPipe) id: string, @Query() query: PagesArgs): Promise<PagePage> {
    return pageOf(await this.results.pagesOf(id, query), query);
  }

  @Get(':step')
  @Call('getPage')
  @ApiOkResponse({ type: PageDetailsDto })
  get(@Param('id', UuidPipe) id: string, @Param('step', NumberPipe) step: number): Promise<PageDetailsDto> {
    return this.results.pageDetails(id, step);
  }

  @Get(':step/screenshot')
  @Call('getScreenshot')
  @Produces('image/jpeg')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async screenshot(
    @Param('id', UuidPipe) id: string,
    @Param('step', NumberPipe) step: number,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.results.screenshot(id, step), { type: 'image/jpeg' });
  }

  @Get(':step/content')
  @Call(
    'getPageContent',
    'The header `Gleaner-Content` says what it was made from: `source=response, truncated=false`.',
  )
  @Produces(...Object.values(CONTENT_TYPES))
  @ApiOkResponse({ schema: { type: 'string' }, headers: { 'Gleaner-Content': CONTENT_HEADER } })
  @ApiProblem('INVALID_STATE', 'GONE')
  async content(
    @Param('id', UuidPipe) id: string,
    @Param('step', NumberPipe) step: number,
    @Query() { format }: PageContentQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const page = await this.results.page(id, step);
    const read = await this.contents.of(page, format);
    if (read === null)
      throw new DomainError('NOT_FOUND', `step ${step} brought no page: its outcome is ${page.outcome}`, {
        details: { kind: 'content', id: String(step) },
      });
    void reply
      .header('content-type', `${CONTENT_TYPES[format]}; charset=utf-8`)
      .header('gleaner-content', `source=${read.source}, truncated=${read.truncated}`);
    return read.content;
  }

  @Get(':step/why')
  @Call('explainPage')
  @ApiOkResponse({ type: PageWhyDto })
  why(@Param('id', UuidPipe) id: string, @Param('step', NumberPipe) step: number): Promise<PageWhyDto> {
    return this.results.why(id, step);
  }

  @Get(':step/out-links')
  @Call('listOutLinks')
  @ApiOkResponse({ type: LinkPage })
  async outLinks(
    @Param('id', UuidPipe) id: string,
    @Param('step', NumberPipe) step: number,
    @Query() query: PageArgs,
  ): Promise<LinkPage> {
    return pageOf(await this.results.linksOf(id, step, 'out', query), query);
  }

  @Get(':step/in-links')
  @Call('listInLinks')
  @ApiOkResponse({ type: LinkPage })
  async inLinks(
    @Param('id', UuidPipe) id: string,
    @Param('step', NumberPipe) step: number,
    @Query() query: PageArgs,
  ): Promise<LinkPage> {
    return pageOf(await this.results.linksOf(id, step, 'in', query), query);
  }
}
