import { readdirSync, readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { leanClient, leanRuntime, leanSchema, withOwnRuntime } from '../../scripts/lean-client.mjs';

const graphOf = (...bytes: number[]): string => Buffer.from(bytes).toString('base64url');

describe('the lean database client', () => {
  it('has nodes that lead to the same once, and names that occur often first', () => {
    const schema = {
      strings: ['rare', 'Kind', 'often', 'Pages'],
      graph: graphOf(
        ...[3, 1, 1],
        // Two equal nodes, which are arguments of the enumeration Kind; and one that leads to both under other names.
        ...[1, 2, 7, 0, 0, 2, 1],
        ...[1, 2, 7, 0, 0, 2, 1],
        ...[2, 0, 0, 0, 1, 0, 4, 2, 0, 0, 2, 0, 4],
        // Results: arguments of the second node, and the entry of a query.
        ...[1, 2, 2, 0],
        ...[3, 3, 1],
      ),
    };
    expect(leanSchema(schema)).toEqual({
      strings: ['often', 'rare', 'Kind', 'Pages'],
      graph: graphOf(
        ...[2, 1, 1],
        ...[1, 0, 7, 0, 0, 3, 1],
        ...[2, 0, 0, 0, 1, 0, 4, 1, 0, 0, 1, 0, 4],
        ...[1, 0, 1, 0],
        ...[3, 2, 1],
      ),
    });
  });

  it('is made of what Prisma generates, or refused', () => {
    const text = [
      'import * as runtime from "@prisma/client/runtime/client"',
      'config.parameterizationSchema = {',
      `  strings: JSON.parse("[\\"a\\"]"),`,
      `  graph: "${graphOf(0, 0, 0)}"`,
      '}',
      '    const { wasm } = await import("@prisma/client/runtime/compiler.wasm-base64.mjs")',
      '    return await decodeBase64AsWasm(wasm)',
    ].join('\n');
    const { client, compiler } = leanClient(text);
    expect(compiler).toBe('compiler');
    expect(client.split('\n')).toEqual([
      "import { readQueryCompiler } from '../../query-compiler.js'",
      'import * as runtime from "@prisma/client/runtime/client"',
      'config.parameterizationSchema = {',
      `  strings: JSON.parse("[\\"a\\"]"),`,
      `  graph: "${graphOf(0, 0, 0)}"`,
      '}',
      '    return await readQueryCompiler(new URL("../runtime/compiler.wasm", import.meta.url))',
    ]);
    expect(() => leanClient('another')).toThrow('unknown form');
    expect(() => leanSchema({ strings: [], graph: graphOf(0, 0, 0, 9) })).toThrow('unknown form');
  });

  it('imports the runtime that is copied beside it', () => {
    const text = 'import "@prisma/client/runtime/client"; await import("@prisma/client/runtime/query_compiler_x.mjs")';
    expect(withOwnRuntime(text, 0)).toBe(
      'import "./runtime/client.mjs"; await import("./runtime/query_compiler_x.mjs")',
    );
    expect(withOwnRuntime(text, 1)).toBe(
      'import "../runtime/client.mjs"; await import("../runtime/query_compiler_x.mjs")',
    );
  });

  it('reads the graph once for all clients of a process', () => {
    const runtime =
      'class Reader{constructor(e){this.e=e}deserialize(){return{of:this.e}}};function Na(e){return new Reader(e).deserialize()}';
    const read = runInThisContext(`${leanRuntime(runtime)};Na`) as (schema: { graph: string }) => object;
    expect(read({ graph: 'a' })).toBe(read({ graph: 'a' }));
    expect(read({ graph: 'a' })).not.toBe(read({ graph: 'b' }));
    expect(() => leanRuntime('another')).toThrow('unknown form');
  });

  it('is the one that is there', () => {
    const generated = readFileSync('src/platform/database/generated/internal/class.ts', 'utf8');
    const [, strings, graph] = /strings: JSON\.parse\(("(?:[^"\\]|\\.)*")\),\s+graph: "([^"]*)"/.exec(generated) ?? [];
    const schema = { strings: JSON.parse(JSON.parse(strings)), graph };
    expect(leanSchema(schema)).toEqual(schema);
    expect(generated).toContain('return await readQueryCompiler(');
    const folder = 'src/platform/database/generated';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const withPackage = files.filter((file) => readFileSync(`${folder}/${file}`, 'utf8').includes('"@prisma/client/'));
    expect(withPackage).toEqual([]);
  });
});
