import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Loaders, Node, type RequestLoaders, UuidPipe } from '../../../platform/api/index.js';
import { invalid } from '../../../platform/errors/index.js';
import { type FoundNode, NodesService } from './nodes.service.js';

/** Most objects per field. */
const MAX_NODES = 100;
const uuid = new UuidPipe();

interface NodesCost {
  readonly args: Record<string, unknown>;
  readonly childComplexity: number;
}
const nodesComplexity = ({ args, childComplexity }: NodesCost): number =>
  1 + (Array.isArray(args['ids']) ? args['ids'].length : 1) * childComplexity;

@Resolver(() => Node)
export class NodesResolver {
  constructor(private readonly objects: NodesService) {}

  @Query(() => Node, { nullable: true, description: 'The object with this id, of any type; null if there is none' })
  node(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Loaders() loaders: RequestLoaders,
  ): Promise<FoundNode | null> {
    return this.load([id], loaders)[0];
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: `The objects with these ids, at most ${MAX_NODES}, in the same order; null for an id that does not exist`,
    complexity: nodesComplexity,
  })
  nodes(
    @Args('ids', { type: () => [ID] }) ids: string[],
    @Loaders() loaders: RequestLoaders,
  ): Promise<(FoundNode | null)[]> {
    if (ids.length > MAX_NODES) throw invalid('ids', `${ids.length} ids are too many`, `at most ${MAX_NODES}`);
    return Promise.all(
      this.load(
        ids.map((id, i) => uuid.transform(id, { type: 'custom', data: `ids[${i}]` })),
        loaders,
      ),
    );
  }

  private load(ids: readonly string[], loaders: RequestLoaders): Promise<FoundNode | null>[] {
    const loader = loaders.of('node', (keys: readonly string[]) => this.objects.getMany(keys));
    return ids.map((id) => loader.load(id));
  }
}
