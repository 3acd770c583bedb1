import { RE2JS } from 're2js';
import { z } from 'zod';
import type { DocumentText } from '../../text/document-text.js';

/** Longest pattern: room for some forty alternatives. */
const MAX_PATTERN_CHARS = 500;
const MAX_PATTERNS = 50;
/** Most occurrences that a pattern may require: each can cost a pass over the text. */
const MAX_AT_LEAST = 20;
/**
 * Most instructions of all compiled patterns, each times its required occurrences. Matching takes time proportional to
 * instructions times characters for any pattern: at this bound about a second for the longest page, and a tenth of a
 * millisecond for typical rules.
 */
const MAX_INSTRUCTIONS = 2_000;
/** Characters read of a field. */
const MAX_CHARS = 20_000;

const RULE_FIELDS = ['url', 'title', 'description', 'text', 'any'] as const;

const leafFields = {
  field: z
    .enum(RULE_FIELDS)
    .optional()
    .describe('The field to search: URL, title, description, main text, or any of them.'),
  pattern: z
    .string()
    .min(1)
    .max(MAX_PATTERN_CHARS)
    .optional()
    .describe('A regular expression in RE2 syntax: no back-references, no look-around. It may match anywhere.'),
  caseSensitive: z.boolean().optional().describe('Upper and lower case are different. Default: false.'),
  atLeast: z.number().int().min(1).max(MAX_AT_LEAST).optional().describe('Minimum number of matches. Default: 1.'),
  not: z.boolean().optional().describe('Negates this rule or group.'),
};
const leafSchema = z.strictObject(leafFields);
const groupOf = <T extends z.ZodType>(rule: T) => z.array(rule).min(1).max(MAX_PATTERNS).optional();
const groupSchema = z.strictObject({ ...leafFields, all: groupOf(leafSchema), any: groupOf(leafSchema) });
const rootSchema = z.strictObject({ ...leafFields, all: groupOf(groupSchema), any: groupOf(groupSchema) });

/** A pattern for a field, or a group of rules of which all or any must hold. */
export interface Rule extends z.infer<typeof leafSchema> {
  readonly all?: readonly Rule[];
  readonly any?: readonly Rule[];
}

type Path = readonly (string | number)[];
type Complaint = (path: Path, message: string) => void;

/** A rule within the bounds whose patterns all compile. Faults carry the path of their place. */
export const ruleSchema = rootSchema.superRefine((rule, context) => {
  const state = { patterns: 0, instructions: 0 };
  let clean = true;
  checkRule(rule, [], state, (path, message) => {
    clean = false;
    context.addIssue({ code: 'custom', path: [...path], message });
  });
  if (clean && state.patterns > MAX_PATTERNS)
    context.addIssue({
      code: 'custom',
      path: [],
      message: `${state.patterns} patterns, at most ${MAX_PATTERNS} are allowed`,
    });
  if (clean && state.instructions > MAX_INSTRUCTIONS) {
    context.addIssue({
      code: 'custom',
      path: [],
      message: `the patterns are too large together: ${state.instructions} steps a character, at most ${MAX_INSTRUCTIONS}`,
    });
  }
});

function checkRule(
  rule: Rule,
  path: Path,
  state: { patterns: number; instructions: number },
  complain: Complaint,
): void {
  const forms = [rule.all !== undefined, rule.any !== undefined, rule.pattern !== undefined].filter(Boolean).length;
  if (forms !== 1) complain(path, 'a rule has either `all`, `any`, or `field` and `pattern`');
  const group = rule.all === undefined ? 'any' : 'all';
  (rule[group] ?? []).forEach((part, at) => checkRule(part, [...path, group, at], state, complain));
  if (rule.pattern === undefined) {
    for (const key of ['field', 'caseSensitive', 'atLeast'] as const)
      if (rule[key] !== undefined) complain([...path, key], 'goes with a `pattern`');
    return;
  }
  if (rule.field === undefined) complain([...path, 'field'], `one of ${RULE_FIELDS.join(', ')}`);
  state.patterns++;
  try {
    state.instructions += compile(rule).programSize() * (rule.atLeast ?? 1);
  } catch (error) {
    complain([...path, 'pattern'], error instanceof Error ? error.message : 'not a regular expression');
  }
}

function compile({ pattern = '', caseSensitive = false }: Rule): RE2JS {
  return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
}

/** Degree in [0, 1] to which a text fulfils a rule; 1 if it does. */
export type CompiledRule = (textOf: (field: (typeof RULE_FIELDS)[number]) => string, short: boolean) => number;

/** Matches that suffice in a short text, however many a page needs. */
const ENOUGH_IN_SHORT = 2;

/**
 * For a pattern, the share of its required matches; for a group of all, the share of its fulfilled rules; for a group
 * of any, the best.
 */
export function compileRule(rule: Rule): CompiledRule {
  const turned = (value: number): number => (rule.not === true ? (value === 1 ? 0 : 1) : value);
  const { all, any } = rule;
  if (all !== undefined) {
    const parts = all.map(compileRule);
    return (textOf, short) => turned(parts.reduce((sum, part) => sum + part(textOf, short), 0) / parts.length);
  }
  if (any !== undefined) {
    const parts = any.map(compileRule);
    return (textOf, short) =>
      turned(parts.reduce((best, part) => (best === 1 ? 1 : Math.max(best, part(textOf, short))), 0));
  }
  const expression = compile(rule);
  const { field = 'any', atLeast = 1 } = rule;
  return (textOf, short) => {
    const matcher = expression.matcher(textOf(field));
    const needed = short ? Math.min(atLeast, ENOUGH_IN_SHORT) : atLeast;
    let found = 0;
    while (found < needed && matcher.find()) found++;
    return turned(found / needed);
  };
}

/** Reads a document's fields for rules, each cut to the characters that rules read. */
export function fieldOf({
  url,
  title,
  description,
  text,
}: DocumentText): (field: (typeof RULE_FIELDS)[number]) => string {
  const cut = {
    url: url.slice(0, MAX_CHARS),
    title: title.slice(0, MAX_CHARS),
    description: description.slice(0, MAX_CHARS),
    text: text.slice(0, MAX_CHARS),
  };
  return (field) =>
    field === 'any' ? [cut.url, cut.title, cut.description, cut.text].join('\n').slice(0, MAX_CHARS) : cut[field];
}

export const shortField = (text: string) => (): string => text.slice(0, MAX_CHARS);
