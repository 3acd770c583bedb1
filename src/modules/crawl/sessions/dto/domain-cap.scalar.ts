import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { domainCapSchema } from '../../../../domain/session/index.js';

const DESCRIPTION = domainCapSchema.description ?? '';

function read(value: unknown): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new GraphQLError(`DomainCapSetting: ${DESCRIPTION}`);
}

/** The syntax of MAX; the settings check its value, because their errors name the field. */
export const DomainCapScalar = new GraphQLScalarType<string | number, string | number>({
  name: 'DomainCapSetting',
  description: DESCRIPTION,
  serialize: (value) => read(value),
  parseValue: read,
  parseLiteral: (node) =>
    read(node.kind === Kind.INT ? Number(node.value) : node.kind === Kind.STRING ? node.value : null),
});
