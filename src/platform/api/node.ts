import { Field, ID, InterfaceType } from '@nestjs/graphql';

/**
 * Relay's global identification: object types implement it with `@ObjectType('Topic', { implements: () => [Node] })`.
 * Looked-up objects carry their `__typename`.
 */
@InterfaceType('Node', {
  description:
    'An object with a global id. Pages, domains, links, visits and events have no such id; they are numbered ' +
    'within their session or topic. Projects, their keys and audit log entries cannot be looked up by id ' +
    'alone; the id of a watched page is unique only within its monitor',
  resolveType: (value: { readonly __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID)
  id: string;
}
