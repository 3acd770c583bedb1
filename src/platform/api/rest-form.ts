import type { Type } from '@nestjs/common';
import { invalid } from '../errors/domain-error.js';
import { enumValues, type FieldType, isClass, isList, itemOf } from './field-type.js';
import { OpenUnion } from './open-union.js';
import { restSpelling } from './rest-spelling.js';

/**
 * The boundary at which values of enums change their spelling. The database, the domain and GraphQL write RATE_LIMITED;
 * everything that REST sends or receives writes rate-limited.
 */

interface DeclaredField {
  readonly type: FieldType;
  /** The field is a text that may be a value of an enum. */
  readonly hasCodes: boolean;
}

/** The fields of each class, as `ApiField` and `InputField` declare them. */
const declared = new WeakMap<object, Map<string, DeclaredField>>();

/** Declares a field. Called by the decorators of fields. */
export function declareField(prototype: object, name: string, field: DeclaredField): void {
  let fields = declared.get(prototype);
  if (!fields) declared.set(prototype, (fields = new Map<string, DeclaredField>()));
  fields.set(name, field);
}

/** The fields of a class and those that it inherits, in the order of their declarations. */
function fieldsOf(type: Type): ReadonlyMap<string, DeclaredField> {
  const prototypes: object[] = [];
  // TypeScript types prototypes as `any`.
  for (let at: unknown = type.prototype; typeof at === 'object' && at !== null; at = Object.getPrototypeOf(at))
    prototypes.unshift(at);
  return new Map(prototypes.flatMap((prototype) => [...(declared.get(prototype) ?? [])]));
}

const isRespelled = (type: FieldType): boolean =>
  enumValues(itemOf(type))?.some((value) => restSpelling(value) !== value) === true;

type Change = (value: unknown) => unknown;

const respelled: Change = (value) => (typeof value === 'string' ? restSpelling(value) : value);
/** Members of unions are instances of their classes. */
const ofUnion: Change = (value) => {
  const type: unknown = (value as object | null)?.constructor;
  return typeof type === 'function' ? inRest(type as Type, value) : value;
};

function changeOf(type: FieldType, hasCodes = false): Change | null {
  const item = itemOf(type);
  let change: Change | null = null;
  if (hasCodes || isRespelled(type)) change = respelled;
  else if (item instanceof OpenUnion) change = ofUnion;
  else if (isClass(item)) change = (value) => inRest(item, value);
  if (change === null || !isList(type)) return change;
  const each = change;
  return (value) => (Array.isArray(value) ? value.map(each) : value);
}

/** The changes of the fields of each class. A class does not change once it is in use. */
const changes = new WeakMap<Type, readonly (readonly [string, Change])[]>();

function changesOf(type: Type): readonly (readonly [string, Change])[] {
  let known = changes.get(type);
  if (!known) {
    known = [...fieldsOf(type)].flatMap(([name, field]) => {
      const change = changeOf(field.type, field.hasCodes);
      return change === null ? [] : [[name, change] as const];
    });
    changes.set(type, known);
  }
  return known;
}

/** A value of a class as REST spells it. The value itself stays as it is; what needs no change is not copied. */
export function inRest(type: Type, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inRest(type, item));
  if (typeof value !== 'object' || value === null) return value;
  const own = value as Readonly<Record<string, unknown>>;
  let copy: Record<string, unknown> | null = null;
  for (const [name, change] of changesOf(type)) {
    const before = own[name];
    if (before === undefined || before === null) continue;
    const after = change(before);
    if (after === before) continue;
    copy ??= { ...own };
    copy[name] = after;
  }
  return copy ?? value;
}

/** The query of a call with its enums as the service spells them. Other spellings are refused. */
export function fromRestQuery(type: Type, query: object): object {
  const given: Record<string, unknown> = { ...query };
  for (const [name, field] of fieldsOf(type)) {
    const value = given[name];
    if (typeof value !== 'string' || !isRespelled(field.type)) continue;
    const values = enumValues(itemOf(field.type)) ?? [];
    const own = values.find((one) => restSpelling(one) === value);
    if (own === undefined) {
      const allowed = `one of ${values.map(restSpelling).join(', ')}`;
      throw invalid(name, `${name} must be ${allowed}, not the string ${JSON.stringify(value.slice(0, 40))}`, allowed);
    }
    given[name] = own;
  }
  return given;
}

/** Words of a text that are values of the type, as REST spells them. */
export function textInRest(type: FieldType, text: string | undefined): string | undefined {
  if (text === undefined || !isRespelled(type)) return text;
  const values = new Set(enumValues(itemOf(type)));
  return text.replaceAll(/\b[A-Z][A-Z0-9_]*\b/g, (word) => (values.has(word) ? restSpelling(word) : word));
}

/** An example value of a field as REST spells it. */
export const exampleInRest = (type: FieldType, example: unknown): unknown => changeOf(type)?.(example) ?? example;

/** The query parameter that chooses fields of an answer. */
export const FIELDS = 'fields';

export interface FieldChoice {
  readonly names: ReadonlySet<string>;
  /** The fields are those of the items. */
  readonly isList: boolean;
}

/** Reads `fields=url,relevant` for an answer of a class. A list has its fields in each item. */
export function fieldChoice(type: Type, given: unknown): FieldChoice {
  const own = fieldsOf(type);
  const items = own.get('items');
  const item = items !== undefined && own.has('pageInfo') ? itemOf(items.type) : null;
  const isPage = item !== null && isClass(item);
  const known = [...(isPage ? fieldsOf(item) : own).keys()];
  const allowed = `names of fields, separated by commas: ${known.join(', ')}`;
  if (typeof given !== 'string') throw invalid(FIELDS, `${FIELDS} must be given once, with commas`, allowed);
  const names = given.split(',');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid(FIELDS, `${FIELDS} names ${JSON.stringify(unknown.slice(0, 40))}, which is no field here`, allowed);
  return { names: new Set(names), isList: isPage };
}

/** The chosen fields of an answer. All that describes a list, such as `pageInfo`, stays. */
export function onlyFields(answer: unknown, { names, isList: isPage }: FieldChoice): unknown {
  if (Array.isArray(answer)) return answer.map((one) => onlyFields(one, { names, isList: isPage }));
  if (typeof answer !== 'object' || answer === null) return answer;
  if (isPage && 'items' in answer && Array.isArray(answer.items))
    return { ...answer, items: answer.items.map((item) => onlyFields(item, { names, isList: false })) };
  return Object.fromEntries(Object.entries(answer).filter(([name]) => names.has(name)));
}
