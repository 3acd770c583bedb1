import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** Both API descriptions as comparable facts. */

export interface RestSchema {
  readonly $ref?: string;
  readonly allOf?: readonly RestSchema[];
  readonly oneOf?: readonly RestSchema[];
  readonly anyOf?: readonly RestSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: RestSchema;
  readonly properties?: Readonly<Record<string, RestSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: string | number | boolean | readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
interface RestParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: RestSchema;
}
interface RestOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly parameters?: readonly RestParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: RestSchema }>> };
}
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RestOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, RestSchema>> };
}

export const openapi = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApi;
export const graphql = buildSchema(readFileSync('schema.graphql', 'utf8'));

/** REST schemas whose GraphQL type has another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  TopicDetailsDto: 'Topic',
  KeywordSetSummaryDto: 'KeywordSet',
  DecisionReportDto: 'CandidateDecisions',
  SourceStatisticsDto: 'SourceKeywordStatistics',
  SessionStatisticsDto: 'SessionKeywordStatistics',
  ExampleDetailsDto: 'Example',
  RelevanceKindDto: 'RelevanceModelKind',
  ModelDetailsDto: 'Model',
  SpiderDetailsDto: 'Spider',
  ExperimentDetailsDto: 'Experiment',
  PageDetailsDto: 'Page',
  CollectedPageDetailsDto: 'CollectedPage',
  CollectedDomainDetailsDto: 'CollectedDomain',
  ExpansionResultDto: 'KeywordExpansionResult',
  SuggestionResultDto: 'KeywordSuggestionResult',
  DocumentInputDto: 'DocumentInput',
};

/** The GraphQL type of a REST schema. */
export const graphqlName = (schema: string): string =>
  OTHER_NAMES[schema] ?? (graphql.getType(schema) ? schema : schema.replace(/Dto$/, ''));

const refName = ($ref: string): string => graphqlName($ref.replace('#/components/schemas/', ''));
/** REST's `path-prefix` is GraphQL's PATH_PREFIX, and `fetchedAt` is FETCHED_AT. */
const spelling = (value: string): string => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const choice = (values: readonly string[]): string => values.map(spelling).sort().join('|');

/** An OpenAPI 3.1 schema without null, and whether null is allowed. */
function withoutNull(schema: RestSchema): { readonly schema: RestSchema; readonly isNullable: boolean } {
  const { anyOf, oneOf, type, enum: values } = schema;
  const isNull = (one: RestSchema): boolean => one.type === 'null';
  const [members] = [anyOf, oneOf].filter((list) => list?.some(isNull) === true);
  if (members !== undefined) {
    const kinds = members.filter((one) => !isNull(one));
    return {
      schema: {
        ...schema,
        anyOf: undefined,
        oneOf: undefined,
        ...(kinds.length > 1 ? { oneOf: kinds } : { allOf: kinds }),
      },
      isNullable: true,
    };
  }
  if (typeof type !== 'object') return { schema, isNullable: false };
  const rest = type.filter((one) => one !== 'null');
  return {
    schema: { ...schema, type: rest.length === 1 ? rest[0] : rest, enum: values?.filter((value) => value !== null) },
    isNullable: rest.length < type.length,
  };
}

/** The type of a value in words common to both APIs. */
export function restKind(nullableSchema: RestSchema): string {
  const { schema } = withoutNull(nullableSchema);
  if (schema.$ref !== undefined) return refName(schema.$ref);
  if (schema.allOf?.[0]) return restKind(schema.allOf[0]);
  if (schema.oneOf) return schema.oneOf.map(restKind).sort().join(' or ');
  if (schema.enum) return choice(schema.enum.filter((value) => value !== null));
  if (schema.type === 'array')
    return `list of ${restKind(schema.items ?? {})}${withoutNull(schema.items ?? {}).isNullable ? ' or null' : ''}`;
  return { uuid: 'id', 'date-time': 'moment' }[schema.format ?? ''] ?? [schema.type ?? 'anything'].join();
}

const SCALARS: Readonly<Record<string, string>> = {
  ID: 'id',
  String: 'string',
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'moment',
  JSON: 'object',
};

export function graphqlKind(type: GraphQLType): string {
  if (isNonNullType(type)) return graphqlKind(type.ofType);
  if (isListType(type)) {
    const item = type.ofType;
    return `list of ${graphqlKind(item)}${isNonNullType(item) ? '' : ' or null'}`;
  }
  if (isEnumType(type)) return choice(type.getValues().map(({ name }) => name));
  if (isUnionType(type))
    return type
      .getTypes()
      .map(({ name }) => name)
      .sort()
      .join(' or ');
  return SCALARS[type.name] ?? type.name;
}

/** The description of a field, argument or parameter. */
export interface Facts {
  readonly kind: string;
  readonly mayBeMissing: boolean;
  readonly description: string;
  readonly bounds: Readonly<Record<string, number>>;
  readonly default: string | null;
}

const BOUNDS = ['minimum', 'exclusiveMinimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;
const BOUND_NAMES: Readonly<Record<string, string>> = { exclusiveMinimum: 'above' };
const defaultText = (value: RestSchema['default']): string | null =>
  value === undefined ? null : spelling(String(value));

export function restFacts(schema: RestSchema, isRequired: boolean, description = schema.description): Facts {
  const all: RestSchema = { ...schema.items, ...schema };
  return {
    kind: restKind(schema),
    mayBeMissing: !isRequired || withoutNull(schema).isNullable,
    // Examples of optional parameters are in their descriptions.
    description: (description ?? '').replace(/; for example `[^`]*`$/, ''),
    bounds: Object.fromEntries(
      BOUNDS.flatMap((name) => {
        const bound = all[name];
        // GraphQL's largest Int counts as no bound.
        return bound === undefined || bound === 2 ** 31 - 1 ? [] : [[BOUND_NAMES[name] ?? name, bound]];
      }),
    ),
    default: defaultText(schema.default),
  };
}

const UNITS: Readonly<Record<string, string>> = { characters: 'Length', items: 'Items' };
const NUMBER = '(-?[\\d.]+)';
const RANGE = new RegExp(
  `^(?:From ${NUMBER} to ${NUMBER}|At least ${NUMBER}|At most ${NUMBER}|More than ${NUMBER})(?: (characters|items))?(?: each)?$`,
);

/** The bounds and the default in the sentences after a description; null for other sentences. */
function statedFacts(sentences: string): Pick<Facts, 'bounds' | 'default'> | null {
  const bounds: Record<string, number> = {};
  let value: string | null = null;
  for (const sentence of sentences.split(/\. (?=From |At |More |Default: )/).filter((each) => each !== '')) {
    if (sentence.startsWith('Default: ')) {
      value = spelling(sentence.slice('Default: '.length));
      continue;
    }
    const parts = RANGE.exec(sentence);
    if (!parts) return null;
    const [, from, to, least, most, above, unit = ''] = parts as (string | undefined)[];
    const named = (side: string) => (unit === '' ? `${side}imum` : `${side}${UNITS[unit] ?? ''}`);
    if (from ?? least) bounds[named('min')] = Number(from ?? least);
    if (to ?? most) bounds[named('max')] = Number(to ?? most);
    if (above) bounds['above'] = Number(above);
  }
  return { bounds, default: value };
}

type Described = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument;

/** A description with the values of its enum as REST spells them. */
function describedInRest({ description, type }: Described): string {
  const named = getNamedType(type);
  const values = isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
  return (description ?? '').replaceAll(/\b[A-Z][A-Z0-9_]*\b/g, (word) =>
    values.includes(word) ? word.toLowerCase().replaceAll('_', '-') : word,
  );
}

/** @param text REST's description: GraphQL's continues it with bounds and the default */
export function graphqlFacts(field: Described, text: string): Facts {
  const given = describedInRest(field);
  const told = given.startsWith(text) ? statedFacts(given.slice(text.length).replace(/^\. /, '')) : null;
  const own = 'defaultValue' in field ? (field.defaultValue as RestSchema['default']) : undefined;
  return {
    kind: graphqlKind(field.type),
    mayBeMissing: !isNonNullType(field.type) || own !== undefined,
    description: told ? text : given,
    bounds: told?.bounds ?? {},
    default: told?.default ?? defaultText(own),
  };
}

/** The fields of a GraphQL type. */
export function fieldsOf(name: string): Readonly<Record<string, Described>> {
  const type = graphql.getType(name);
  if (isObjectType(type) || isInputObjectType(type)) return type.getFields();
  throw new Error(`GraphQL has no type ${name} with fields`);
}
