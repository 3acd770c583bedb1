import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformFileSync } from '@swc/core';

/**
 * Compiles a source folder for tests that run it in processes of their own, which jest's transform does not reach.
 *
 * @returns the compiled folder, inside the checkout so that packages resolve, and what removes it
 */
export function transpile(source: string): { readonly folder: string; remove(): void } {
  mkdirSync('.cache', { recursive: true });
  const root = mkdtempSync(path.resolve('.cache', 'transpiled-'));
  writeFileSync(path.join(root, 'package.json'), '{"type":"module"}');
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.spec.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    const { code } = transformFileSync(file, {
      jsc: { parser: { syntax: 'typescript', decorators: true }, transform: { legacyDecorator: true, decoratorMetadata: true }, target: 'es2022' },
      module: { type: 'es6' }, swcrc: false,
    });
    const target = path.join(root, file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, code);
  }
  return { folder: path.join(root, source), remove: () => rmSync(root, { recursive: true, force: true }) };
}
