import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  API_PREFIX,
  ApiProblem,
  Conditional,
  IdempotencyKeyHeader,
  IfMatch,
  LargeBody,
  pageOf,
  type Precondition,
  UuidPipe,
} from '../../../../platform/api/index.js';
import type { IdempotencyKey } from '../../../../platform/idempotency/index.js';
import { Call } from '../calls.js';
import { ExampleDetailsDto, ExampleDto, ExamplePage, ImportReportDto } from './dto/example.dto.js';
import { AddExampleInput, ExampleListArgs, ImportQuery, UpdateExampleInput } from './dto/example.input.js';
import type { ImportReport } from './example-importer.js';
import { ExamplesService } from './examples.service.js';
import { jsonLinesOf, ConsumesJsonLines } from './json-lines.js';

@ApiTags('examples')
@Controller('topics/:topicId/examples')
export class ExamplesController {
  constructor(private readonly examples: ExamplesService) {}

  @Post()
  @LargeBody()
  @Call('addExample')
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiCreatedResponse({ type: ExampleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async add(
    @Param('topicId', UuidPipe) topicId: string,
    @Body() input: AddExampleInput,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ExampleDto> {
    const example = await this.examples.add(topicId, input, key);
    void reply.header('location', `${API_PREFIX}/topics/${topicId}/examples/${example.id}`);
    return example;
  }

  @Post('bulk')
  @HttpCode(200)
  @Call(
    'importExamples',
    'One object per line, with the fields of a single example; up to 100 000 lines. If the topic already has the URL, the example takes the new label, title and text. ' +
      'Lines that cannot be imported are reported by number. The other lines are imported, unless `atomic=true`.',
  )
  @ConsumesJsonLines()
  @ApiBody({
    schema: {
      type: 'string',
      example: '{"url":"https://example.org/","relevant":true}\n{"text":"Some words","relevant":false}\n',
    },
  })
  @ApiOkResponse({ type: ImportReportDto })
  @ApiHeader({ name: 'Idempotency-Key', required: false })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_IN_PROGRESS')
  async import(
    @Param('topicId', UuidPipe) topicId: string,
    @Query() { atomic }: ImportQuery,
    @Req() request: FastifyRequest,
    @IdempotencyKeyHeader() key: IdempotencyKey | undefined,
  ): Promise<ImportReport> {
    return this.examples.import(topicId, jsonLinesOf(request), atomic, key);
  }

  @Get()
  @Call('listExamples')
  @ApiOkResponse({ type: ExamplePage })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async list(@Param('topicId', UuidPipe) topicId: string, @Query() args: ExampleListArgs): Promise<ExamplePage> {
    return pageOf(await this.examples.list(topicId, args, args.relevant), args);
  }

  @Get(':id')
  @Call('getExample')
  @ApiOkResponse({ type: ExampleDetailsDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async get(
    @Param('topicId', UuidPipe) topicId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<ExampleDetailsDto> {
    return this.examples.getWithText(topicId, id);
  }

  @Patch(':id')
  @Conditional()
  @Call('updateExample')
  @ApiOkResponse({ type: ExampleDto })
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async update(
    @Param('topicId', UuidPipe) topicId: string,
    @Param('id', UuidPipe) id: string,
    @Body() { relevant }: UpdateExampleInput,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<ExampleDto> {
    return this.examples.setLabel(topicId, id, relevant, condition);
  }

  @Delete(':id')
  @Conditional()
  @HttpCode(204)
  @Call('deleteExample')
  @ApiNoContentResponse()
  @ApiProblem('VALIDATION_FAILED', 'NOT_FOUND')
  async delete(
    @Param('topicId', UuidPipe) topicId: string,
    @Param('id', UuidPipe) id: string,
    @IfMatch() condition: Precondition | undefined,
  ): Promise<void> {
    await this.examples.delete(topicId, id, condition);
  }
}
