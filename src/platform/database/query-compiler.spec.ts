import { readQueryCompiler } from './query-compiler.js';

describe('readQueryCompiler', () => {
  it("reads Prisma's compiler out of the module that carries it", async () => {
    const compiler = await readQueryCompiler(
      '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
    );
    expect(WebAssembly.Module.exports(compiler).map(({ name }) => name)).toContain('querycompiler_new');
  });
});
