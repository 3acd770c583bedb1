import { createHash } from 'node:crypto';
import swcJest from '@swc/jest';

/**
 * Globals that no test replaces. In jest's sandbox each use of a global is a callback into Node, many times slower than
 * a constant: computing code would take ten times as long as in the service. Each module therefore reads its globals
 * once.
 */
const GLOBALS = [
  'Array',
  'BigInt',
  'BigUint64Array',
  'Boolean',
  'Buffer',
  'DataView',
  'Error',
  'Float32Array',
  'Float64Array',
  'Infinity',
  'Int32Array',
  'JSON',
  'Map',
  'Math',
  'NaN',
  'Number',
  'Object',
  'RangeError',
  'RegExp',
  'Set',
  'String',
  'Symbol',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
];
const NAMES = new RegExp(`(?<![.\\w$])(?:${GLOBALS.join('|')})(?![\\w$])`, 'g');

/** On the first line, so that line numbers stay the same. */
function withConstants(result, { supportsStaticESM }) {
  const used = supportsStaticESM ? [...new Set(result.code.match(NAMES))] : [];
  return used.length === 0 ? result : { ...result, code: `const { ${used.join(', ')} } = globalThis; ${result.code}` };
}

/** Compiles with swc, and turns globals into constants of each ES module. */
export default {
  createTransformer(options) {
    const swc = swcJest.createTransformer(options);
    return {
      canInstrument: swc.canInstrument,
      process: (source, file, context) => withConstants(swc.process(source, file, context), context),
      processAsync: async (source, file, context) =>
        withConstants(await swc.processAsync(source, file, context), context),
      getCacheKey: (...args) =>
        createHash('sha1')
          .update(swc.getCacheKey(...args))
          .update(NAMES.source)
          .digest('hex'),
    };
  },
};
