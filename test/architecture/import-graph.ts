import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { type NamedImport, target } from '../../tools/import-rules.mjs';

interface Import extends NamedImport {
  /** Type imports are removed by compilation. */
  readonly typeOnly: boolean;
  /** A dynamic import is loaded when the code runs, not with the file. */
  readonly isLater?: boolean;
}
export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly readsEnvironment: boolean;
}

function namesOf(clause: ts.ImportClause | undefined): { names: string[]; typeOnly: boolean } {
  if (!clause) return { names: [], typeOnly: false };
  const wholeIsType = clause.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const bindings = clause.namedBindings;
  if (!bindings || ts.isNamespaceImport(bindings))
    return { names: [clause.name ? 'default' : '*'], typeOnly: wholeIsType };
  const names = bindings.elements.map((element) => (element.propertyName ?? element.name).text);
  return {
    names: clause.name ? ['default', ...names] : names,
    typeOnly: wholeIsType || (!clause.name && bindings.elements.every((element) => element.isTypeOnly)),
  };
}

/** Imports, re-exports and dynamic imports of one file. */
export function readSource(file: string, text: string): SourceFile {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const imports: Import[] = [];
  let readsEnvironment = false;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ ...target(file, node.moduleSpecifier.text), ...namesOf(node.importClause) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : null;
      const typeOnly =
        node.isTypeOnly || (named !== null && named.length > 0 && named.every((element) => element.isTypeOnly));
      imports.push({
        ...target(file, node.moduleSpecifier.text),
        typeOnly,
        names: named?.map((element) => (element.propertyName ?? element.name).text) ?? ['*'],
      });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier))
        imports.push({ ...target(file, specifier.text), typeOnly: false, isLater: true, names: ['*'] });
    } else if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'env' &&
      node.expression.getText(source) === 'process'
    ) {
      readsEnvironment = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path: file, imports, readsEnvironment };
}

/** Product code below a folder, without specs and generated files. */
const productFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => path.join(entry.parentPath, entry.name).split(path.sep).join('/'))
    .filter((file) => !file.includes('/generated/'));

export const readTexts = (folder: string): string[] => productFiles(folder).map((file) => readFileSync(file, 'utf8'));

export const readSources = (folder: string): SourceFile[] =>
  productFiles(folder).map((file) => readSource(file, readFileSync(file, 'utf8')));
