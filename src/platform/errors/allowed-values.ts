import { getMetadataStorage } from 'class-validator';
import { restSpelling } from '../api/rest-spelling.js';

type Storage = ReturnType<typeof getMetadataStorage>;
type Target = Parameters<Storage['getTargetValidationMetadatas']>[0];
/** A class-validator rule of a property. */
export type Rule = ReturnType<Storage['getTargetValidationMetadatas']>[number];

/** Name of the rule that a value is not below that of another field, which is its argument. */
export const NOT_BELOW = 'notBelow';
/** Name of the rule that a number is above a bound, which is its argument. */
export const MORE_THAN = 'moreThan';
/** Description of ids in errors. */
export const ID_FORM = 'an id, which is a UUID such as 0190f4c8-7c1e-7000-8000-3f2504e04f89';
/** Longer lists of choices are cut. */
const MAX_CHOICES = 40;
export const INT4 = { min: -2_147_483_648, max: 2_147_483_647 };

/** Rules are fixed once a class is defined; class-validator would search those of all classes for them each time. */
const known = new WeakMap<object, ReadonlyMap<string, readonly Rule[]>>();

/** The rules of a class, by property. */
export function rulesOf(type: object): ReadonlyMap<string, readonly Rule[]> {
  let rules = known.get(type);
  if (!rules) known.set(type, (rules = readRules(type)));
  return rules;
}

function readRules(type: object): Map<string, Rule[]> {
  const byProperty = new Map<string, Rule[]>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(type as Target, '', false, false)) {
    byProperty.set(rule.propertyName, [...(byProperty.get(rule.propertyName) ?? []), rule]);
  }
  return byProperty;
}

const has = (rules: readonly Rule[], name: string): boolean => rules.some((rule) => rule.name === name);
/** The first argument of a rule. */
export const argumentOf = (rules: readonly Rule[], name: string): unknown =>
  (rules.find((rule) => rule.name === name)?.constraints as unknown[] | undefined)?.[0];
const boundOf = (rules: readonly Rule[], name: string): number | undefined => {
  const bound = argumentOf(rules, name);
  return typeof bound === 'number' ? bound : undefined;
};

export const isOptional = (rules: readonly Rule[]): boolean =>
  rules.some((rule) => rule.type === 'conditionalValidation');

/** The most items that these rules allow in an array. */
export const mostItemsOf = (rules: readonly Rule[]): number =>
  boundOf(rules, 'arrayMaxSize') ?? Number.POSITIVE_INFINITY;

/** `from 1 to 200 characters` and the like. @param unit in the singular */
function range(least: number | undefined, most: number | undefined, unit = ''): string {
  const last = most ?? least;
  const of = unit === '' ? '' : ` ${unit}${last === 1 ? '' : 's'}`;
  if (least !== undefined && most !== undefined) return `from ${least} to ${most}${of}`;
  if (least !== undefined) return `of at least ${least}${of}`;
  return most === undefined ? '' : `of at most ${most}${of}`;
}

function numbers(rules: readonly Rule[]): string {
  const [bound, most] = [boundOf(rules, MORE_THAN), boundOf(rules, 'max')];
  if (bound === undefined) return range(boundOf(rules, 'min'), most);
  return `above ${bound}${most === undefined ? '' : ` and at most ${most}`}`;
}

const spaced = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

/** The allowed single values. */
function valueOf(rules: readonly Rule[]): string {
  const own = rules.find(({ message, type }) => typeof message === 'string' && type !== 'nestedValidation');
  if (own) return String(own.message).replace(/^\S+ (?:must|should) be /, '');
  const choices = argumentOf(rules, 'isIn');
  if (Array.isArray(choices))
    return `one of ${choices.slice(0, MAX_CHOICES).map(String).map(restSpelling).join(', ')}${choices.length > MAX_CHOICES ? ', …' : ''}`;
  if (has(rules, 'isBoolean')) return 'true or false';
  if (has(rules, 'isUuid')) return ID_FORM;
  if (has(rules, 'isDate')) return 'an ISO 8601 date or time';
  if (has(rules, 'isInt'))
    return spaced('an integer', range(boundOf(rules, 'min') ?? INT4.min, boundOf(rules, 'max') ?? INT4.max));
  if (has(rules, 'isNumber')) return spaced('a number', numbers(rules));
  if (has(rules, 'isString'))
    return spaced('a string', range(boundOf(rules, 'minLength'), boundOf(rules, 'maxLength'), 'character'));
  return has(rules, 'isObject') || rules.some((rule) => rule.type === 'nestedValidation')
    ? 'an object'
    : 'a value of another form';
}

/**
 * The allowed values of a property, from its rules: `one of red, blue`, `an array of at most 3 items, each a string`.
 */
export function allowedOf(rules: readonly Rule[]): string {
  const isArray = has(rules, 'isArray') || rules.some(({ each, type }) => each && type !== 'nestedValidation');
  if (!isArray) return valueOf(rules);
  const items = range(boundOf(rules, 'arrayMinSize'), boundOf(rules, 'arrayMaxSize'), 'item');
  const each = rules.filter((rule) => rule.each || rule.type === 'nestedValidation');
  return `${spaced('an array', items)}${each.length > 0 ? `, each ${valueOf(each)}` : ''}`;
}

/** The allowed values of an array item. */
export const allowedItemOf = (rules: readonly Rule[]): string =>
  valueOf(rules.filter((rule) => rule.each || rule.type === 'nestedValidation'));

/** Names a refused value, shortened for readability. */
export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `an array of ${value.length}`;
  switch (typeof value) {
    case 'string':
      return value.length <= 40 ? `the string ${JSON.stringify(value)}` : `a string of ${value.length} characters`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return `the boolean ${value}`;
    default:
      return 'an object';
  }
}
