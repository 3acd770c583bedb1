import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { invalid } from '../errors/index.js';

/**
 * Most brackets open at once in a query: parser, validation and execution recurse into them. Far more than any allowed
 * depth of fields needs.
 */
const MAX_NESTING = 200;
/** Most fields with one response name in a document. Validation compares all pairs of them. */
const MAX_SAME_NAME = 1_000;
const OPENING = new Set(['{', '[', '(']);
const CLOSING = new Set(['}', ']', ')']);

/** The index after the string or comment that begins at an index. */
function afterText(query: string, at: number): number {
  if (query[at] === '#') {
    let end = at;
    while (end < query.length && query[end] !== '\n' && query[end] !== '\r') end++;
    return end;
  }
  if (query.startsWith('"""', at)) {
    for (let end = query.indexOf('"""', at + 3); end >= 0; end = query.indexOf('"""', end + 3))
      if (query[end - 1] !== '\\') return end + 3;
    return query.length;
  }
  for (let end = at + 1; end < query.length; end++) {
    if (query[end] === '\\') end++;
    else if (query[end] === '"' || query[end] === '\n') return end + 1;
  }
  return query.length;
}

/**
 * Refuses a query whose brackets nest too deeply for its parser. Scans the text, because the parser itself would
 * overflow the stack.
 *
 * @throws DomainError VALIDATION_FAILED
 */
export function refuseDeepNesting(query: string): void {
  let open = 0;
  for (let at = 0; at < query.length; at++) {
    const character = query[at];
    if (character === '"' || character === '#') at = afterText(query, at) - 1;
    else if (OPENING.has(character)) open++;
    else if (CLOSING.has(character)) open--;
    if (open > MAX_NESTING)
      throw invalid('query', 'The query nests too deep', `at most ${MAX_NESTING} brackets within each other`);
  }
}

/** Depth of a selection; each fragment is visited once, however often it is spread. */
class DepthOfFields {
  private readonly known = new Map<string, number>();

  constructor(private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>) {}

  of(set: SelectionSetNode | undefined): number {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      const depth =
        selection.kind === Kind.FIELD
          ? 1 + this.of(selection.selectionSet)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? this.of(selection.selectionSet)
            : this.ofFragment(selection.name.value);
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  private ofFragment(name: string): number {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    // A fragment within itself counts nothing here; validation refuses it.
    this.known.set(name, 0);
    const depth = this.of(this.fragments.get(name)?.selectionSet);
    this.known.set(name, depth);
    return depth;
  }
}

/** Long chains of fragment spreads recurse as brackets do. */
function refuseLongRows(fragments: ReadonlyMap<string, FragmentDefinitionNode>): void {
  if (fragments.size > MAX_NESTING)
    throw invalid('query', `The query has ${fragments.size} fragments`, `at most ${MAX_NESTING}`);
}

function refuseSameNames(document: DocumentNode): void {
  const counts = new Map<string, number>();
  visit(document, {
    Field: ({ alias, name }) => {
      const count = (counts.get((alias ?? name).value) ?? 0) + 1;
      counts.set((alias ?? name).value, count);
      if (count > MAX_SAME_NAME)
        throw invalid(
          'query',
          `The query asks ${count} times and more for ${(alias ?? name).value.slice(0, 100)}`,
          `at most ${MAX_SAME_NAME} times`,
        );
    },
  });
}

/**
 * Refuses documents whose validation would take long, before they are validated.
 *
 * @param maxDepth largest depth of fields
 * @throws DomainError VALIDATION_FAILED
 */
export function refuseDearDocument(document: DocumentNode, maxDepth: number): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  refuseLongRows(fragments);
  refuseSameNames(document);
  const depths = new DepthOfFields(fragments);
  for (const operation of operations) {
    const depth = depths.of(operation.selectionSet);
    if (depth > maxDepth) throw invalid('query', `The query is ${depth} fields deep`, `at most ${maxDepth}`);
  }
}

/** Name of the innermost argument or input field around a node. */
function fieldOf(ancestors: readonly (ASTNode | readonly ASTNode[])[]): string {
  for (const node of [...ancestors].reverse()) {
    if ('kind' in node && (node.kind === Kind.ARGUMENT || node.kind === Kind.OBJECT_FIELD)) return node.name.value;
    if ('kind' in node && node.kind === Kind.VARIABLE_DEFINITION) return node.variable.name.value;
  }
  return 'query';
}

/**
 * Checks the texts in a document's literals. @param check throws; it gets the name of the argument or field with the
 * text
 */
export function checkLiterals(document: DocumentNode, check: (text: string, field: string) => void): void {
  visit(document, {
    StringValue: (node, _key, parent, _path, ancestors) =>
      check(node.value, fieldOf(parent === undefined ? ancestors : [...ancestors, parent])),
  });
}
