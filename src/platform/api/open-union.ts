import type { Type } from '@nestjs/common';
import { createUnionType } from '@nestjs/graphql';

/** All open unions, for the OpenAPI document. */
const unions = new Map<string, OpenUnion>();

/**
 * A union of shapes, chosen by a kind, whose members come from modules that build on the one that declares the field:
 * each adds its own when it is loaded. GraphQL has a union of them, REST `oneOf`.
 */
export class OpenUnion {
  private readonly byKind = new Map<string, Type<object>>();
  /** For GraphQL's schema. */
  readonly graphqlType: object;

  constructor(
    readonly name: string,
    description: string,
  ) {
    unions.set(name, this);
    // Evaluated when the schema is built, after all modules are loaded.
    this.graphqlType = createUnionType({
      name,
      description,
      types: () => this.types,
      resolveType: (value: object) => value.constructor as Type<object>,
    });
  }

  /** @param kinds the kinds with this shape */
  add(type: Type<object>, ...kinds: readonly string[]): void {
    for (const kind of kinds) this.byKind.set(kind, type);
  }

  get types(): Type<object>[] {
    return [...new Set(this.byKind.values())];
  }

  /**
   * The value as an instance of its kind's type, by which GraphQL identifies it. Values of unknown kinds are returned
   * unchanged.
   */
  typed(kind: string, value: object): object {
    const type = this.byKind.get(kind);
    return type === undefined ? value : Object.assign(Object.create(type.prototype as object) as object, value);
  }
}

/** The member types of all unions, which no operation references directly. */
export function unionTypes(): Type<object>[] {
  return [...unions.values()].flatMap(({ types }) => types);
}

/** Inserts the union members into the schemas of their fields. */
export function spellOutUnions(schemas: Readonly<Record<string, object>>): void {
  for (const { properties = {} } of Object.values(schemas) as {
    properties?: Record<string, Record<string, unknown>>;
  }[]) {
    for (const property of Object.values(properties)) {
      const union = unions.get(String(property['x-union']));
      if (!union) continue;
      const kinds = union.types.map(({ name }) => ({ $ref: `#/components/schemas/${name}` }));
      const isNullable = Array.isArray(property['type']) && property['type'].includes('null');
      delete property['x-union'];
      delete property['type'];
      property['oneOf'] = isNullable ? [...kinds, { type: 'null' }] : kinds;
    }
  }
}
