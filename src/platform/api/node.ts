import { Field, ID, InterfaceType } from '@nestjs/graphql';

/** Relay's global identification: object types name it by `@ObjectType('Topic', { implements: () => [Node] })`. What is looked up carries its `__typename`. */
@InterfaceType('Node', {
  description:
    'An object with a global id. Pages, domains, links, visits and events have no such id; they are numbered within their session or topic. Projects, their keys and the audit log are not looked up by id alone; the id of a watched page is one within its monitor',
  resolveType: (value: { readonly __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID)
  id: string;
}
