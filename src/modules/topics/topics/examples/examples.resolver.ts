import { Readable } from 'node:stream';
import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  Loaders,
  type RequestLoaders,
  UuidPipe,
} from '../../../../platform/api/index.js';
import { invalid } from '../../../../platform/errors/index.js';
import { EXAMPLE_TEXT, ExampleDto, ImportReportDto } from './dto/example.dto.js';
import { CALLS } from '../calls.js';
import { AddExampleInput, UpdateExampleInput } from './dto/example.input.js';
import type { ImportReport } from './example-importer.js';
import { ExamplesService } from './examples.service.js';

/** A GraphQL request is held in memory completely; longer lists must use the streaming REST import. */
const MAX_EXAMPLES_PER_CALL = 1_000;

@Resolver(() => ExampleDto)
export class ExamplesResolver {
  constructor(private readonly examples: ExamplesService) {}

  @Query(() => ExampleDto, { description: CALLS.getExample })
  example(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
  ): Promise<ExampleDto> {
    return this.examples.get(topicId, id);
  }

  @ResolveField(() => String, { nullable: true, description: EXAMPLE_TEXT })
  text(@Parent() example: ExampleDto, @Loaders() loaders: RequestLoaders): Promise<string | null> {
    return loaders.of('example.text', (ids: readonly string[]) => this.examples.textsOf(ids)).load(example.id);
  }

  @Mutation(() => ExampleDto, { description: CALLS.addExample })
  addExample(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: AddExampleInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ExampleDto> {
    return this.examples.add(topicId, input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => ImportReportDto, {
    description: `Adds at most ${MAX_EXAMPLES_PER_CALL} examples, as POST /v1/topics/{id}/examples/bulk does`,
  })
  addExamples(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('examples', { type: () => [AddExampleInput] }) examples: AddExampleInput[],
    @Args('atomic', {
      type: () => Boolean,
      defaultValue: false,
      description: 'true: if one example cannot be added, nothing is changed',
    })
    atomic: boolean,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<ImportReport> {
    if (examples.length > MAX_EXAMPLES_PER_CALL)
      throw invalid('examples', `${examples.length} examples are too many`, `at most ${MAX_EXAMPLES_PER_CALL}`);
    return this.examples.import(
      topicId,
      Readable.from(examples.map((example) => Buffer.from(`${JSON.stringify(example)}\n`))),
      atomic,
      idempotencyKeyOf(key, context),
    );
  }

  @Mutation(() => ExampleDto, { description: CALLS.updateExample })
  updateExample(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') { relevant }: UpdateExampleInput,
  ): Promise<ExampleDto> {
    return this.examples.setLabel(topicId, id, relevant);
  }

  @Mutation(() => ID, { description: `${CALLS.deleteExample}; answers its id` })
  async deleteExample(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
  ): Promise<string> {
    await this.examples.delete(topicId, id);
    return id;
  }
}
