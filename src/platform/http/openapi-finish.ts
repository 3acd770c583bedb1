import type { OpenAPIObject } from '@nestjs/swagger';
import { FIELDS, IDEMPOTENCY_KEY_TEXT } from '../api/index.js';
import { ERROR_STATUS, ERROR_TEXTS, type ErrorCode, PROBLEM_TYPE, problemType } from '../errors/index.js';
import { answerExample } from './openapi-answers.js';
import { exampleOf, REQUEST_EXAMPLES } from './openapi-examples.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Response = Exclude<NonNullable<Operation['responses'][string]>, { $ref: string }>;
interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  [key: string]: unknown;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const TAGS: Readonly<Record<string, string>> = {
  topics: 'Subjects to crawl for: name, seed URLs, keywords',
  seeds: 'Candidates for URLs from which crawls start',
  keywords: "Versions of a topic's keywords, and candidates for more of them",
  collections: 'Pages and domains that topics have found over all their sessions, each once',
  examples: 'Labelled pages and texts that models learn from',
  models: 'Relevance models: trained, measured, tried and compared',
  jobs: 'Work that takes longer than a call',
  policies: 'Policies: the ways to choose the next link',
  sessions: 'Crawls: their settings, states and commands',
  results: 'Pages, domains, links and figures of a crawl',
  exports: 'Whole lists and archives as files',
  labels: 'Labels of fetched pages, and which ones would help most',
  health: 'Whether the process is running and can serve',
};
/** Refusals that any call can meet before a handler has seen it. */
const EVERYWHERE: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const responseName = (code: ErrorCode): string =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
const statusName = (codes: readonly ErrorCode[]): string => codes.map(responseName).join('Or');

function problemResponse(codes: readonly ErrorCode[]): Response {
  const [code] = codes;
  const example = {
    type: problemType(code),
    title: ERROR_TEXTS[code].title,
    status: ERROR_STATUS[code],
    detail: ERROR_TEXTS[code].cause,
    instance: '/v1/topics',
    code,
    requestId: '6f1c7f9e-6f0c-4d3c-9d7f-2a6f0f1f5f3b',
  };
  return {
    description: codes.map((one) => `${one}: ${ERROR_TEXTS[one].cause}`).join('. '),
    content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/ProblemDetails' }, example } },
  };
}

const takes = (header: string, { parameters }: Operation): boolean =>
  parameters?.some((parameter) => 'name' in parameter && parameter.name === header) === true;

/** The error codes that an operation declares, by status. */
function namedCodes(operation: Operation): ErrorCode[] {
  return Object.values(operation.responses).flatMap((response) => {
    const { description, content } = response as Response;
    return content?.[PROBLEM_TYPE] === undefined
      ? []
      : description.split(', ').filter((code): code is ErrorCode => code in ERROR_STATUS);
  });
}

function codesOf(path: string, operation: Operation): ErrorCode[] {
  if (!path.startsWith('/v1/')) return ['VALIDATION_FAILED', 'RATE_LIMITED'];
  return [
    ...new Set<ErrorCode>([
      ...namedCodes(operation),
      ...EVERYWHERE,
      'NOT_ACCEPTABLE',
      ...(takes('If-Match', operation) ? (['PRECONDITION_FAILED'] as const) : []),
      ...(operation.requestBody ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ]),
  ];
}

const TAG_HEADER = {
  description: 'The state of the answer, for `If-None-Match` and `If-Match`',
  schema: { type: 'string', example: '"4cLZb3hHqLzqk1fP2yXo"' },
} as const;

const REPLAYED_HEADER = {
  description: 'Present if this `Idempotency-Key` was used before: the answer is the one given then',
  schema: { type: 'string', example: 'true' },
} as const;

/** Documents that responses to calls with a key may be replays. */
function documentReplays(operation: Operation): void {
  if (!takes('Idempotency-Key', operation)) return;
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status.startsWith('2') && response && !('$ref' in response))
      response.headers = { ...response.headers, 'Idempotency-Replayed': REPLAYED_HEADER };
  }
}

/** Replaces an operation's errors by shared ones, one per status, and adds those that every call can meet. */
function documentStatuses(method: string, path: string, operation: Operation, shared: Record<string, Response>): void {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(path, operation))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code].sort());
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    if (!path.startsWith('/v1/') && operation.responses[status] !== undefined) continue;
    shared[statusName(codes)] = problemResponse(codes);
    operation.responses[status] = { $ref: `#/components/responses/${statusName(codes)}` };
  }
  if (method !== 'get' || !path.startsWith('/v1/')) return;
  const success = operation.responses['200'] as Response | undefined;
  if (success?.content?.['application/json'] === undefined) return;
  success.headers = { ...success.headers, ETag: TAG_HEADER };
  operation.responses['304'] = { description: 'The client already has the present state, which `If-None-Match` names' };
}

/** Documents the choice of fields of reads that answer an object or a list. */
function documentFields(path: string, operation: Operation, schemas: Readonly<Record<string, Schema>>): void {
  const success = operation.responses['200'] as Response | undefined;
  const answer = success?.content?.['application/json']?.schema as Schema | undefined;
  if (!path.startsWith('/v1/') || answer?.$ref === undefined) return;
  const schemaOf = ($ref: string): Schema => schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  const { properties = {} } = schemaOf(answer.$ref);
  const item = properties['pageInfo'] === undefined ? undefined : properties['items']?.items?.$ref;
  const names = Object.keys((item === undefined ? properties : schemaOf(item).properties) ?? {});
  (operation.parameters ??= []).push({
    name: FIELDS,
    in: 'query',
    required: false,
    description: `Only these fields of ${item === undefined ? 'the answer' : 'each item'}, separated by commas. The ETag is that of the whole answer`,
    schema: { type: 'string', example: names.slice(0, 2).join(',') },
  });
}

/** Gives successful answers that are no JSON object an example. */
function exampleAnswers(operation: Operation, schemas: Readonly<Record<string, unknown>>): void {
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2') || !response || '$ref' in response) continue;
    for (const [type, content] of Object.entries(response.content ?? {}) as [string, { example?: unknown }][]) {
      const example = answerExample(operation.operationId ?? '', type, schemas);
      if (example !== undefined) content.example ??= example;
    }
  }
}

/** Whether a schema is another one, perhaps or null. */
const isReference = ({ $ref, allOf, anyOf }: Schema): boolean => ($ref ?? allOf ?? anyOf) !== undefined;

function addExamples(schema: Schema, name: string): void {
  for (const [property, part] of Object.entries(schema.properties ?? {})) {
    if (!isReference(part) && part.example === undefined) part.example = exampleOf(part, property);
    if (part.properties) addExamples(part, `${name}.${property}`);
  }
}

/** Descriptions of parameters by name. */
const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of the object',
  topicId: 'Id of the topic',
  version: 'Version of the keywords. The first is 1',
  step: 'Number of the step',
  domainNo: 'Number of the domain',
  name: 'Name of the object',
  'Idempotency-Key': IDEMPOTENCY_KEY_TEXT,
};

/** Gives parameters without a description or example those of their kind. */
function exampleParameters(operation: Operation): void {
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue;
    parameter.description ??= PARAMETERS[parameter.name] ?? `Only results with this ${parameter.name}`;
    if (parameter.example !== undefined) continue;
    const schema = parameter.schema as Schema | undefined;
    if (!schema || schema.$ref !== undefined) continue;
    const example = schema.example ?? exampleOf(schema, parameter.name);
    if (parameter.required === true || schema['default'] !== undefined) {
      schema.example = example;
      continue;
    }
    // Swagger UI fills in everything with an example, and would send all filters of a call at once: optional parameters
    // have their example in the description.
    delete schema.example;
    parameter.description += `; for example \`${String(example)}\``;
  }
}

/**
 * Completes a scanned document with the parts common to all operations: servers, tags, shared errors, entity tags, and
 * examples of all fields, so that the example requests run unchanged.
 */
export function finishDocument(document: OpenAPIObject): OpenAPIObject {
  const shared: Record<string, Response> = {};
  const used = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      for (const tag of operation.tags ?? []) used.add(tag);
      operation.description ??= `${operation.summary ?? operation.operationId ?? path}.`;
      documentStatuses(method, path, operation, shared);
      documentReplays(operation);
      if (method === 'get')
        documentFields(path, operation, (document.components?.schemas ?? {}) as Record<string, Schema>);
      exampleParameters(operation);
      const example = REQUEST_EXAMPLES[operation.operationId ?? ''];
      const body = operation.requestBody as { content?: Record<string, { example?: unknown }> } | undefined;
      for (const content of Object.values(body?.content ?? {})) content.example ??= example;
    }
  }
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) addExamples(schema as Schema, name);
  for (const item of Object.values(document.paths))
    for (const method of METHODS) if (item[method]) exampleAnswers(item[method], document.components?.schemas ?? {});
  document.components = {
    ...document.components,
    responses: Object.fromEntries(Object.entries(shared).sort(([a], [b]) => a.localeCompare(b))),
  };
  document.tags = [...used].sort().map((name) => ({ name, description: TAGS[name] ?? `About ${name}` }));
  return document;
}
