import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblem, PageArgs, pageOf, Produces, UuidPipe } from '../../platform/api/index.js';
import { Call } from './calls.js';
import { LinkPage } from './dto/link.dto.js';
import { PageDetailsDto, PagePage } from './dto/page.dto.js';
import { PagesArgs } from './dto/page-query.js';
import { PageWhyDto } from './dto/why.dto.js';
import { NumberPipe } from './number.pipe.js';
import { ResultsService } from './results.service.js';

@ApiTags('results')
@Controller('sessions/:id/pages')
@ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
export class PagesController {
  constructor(private readonly results: ResultsService) {}

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
