import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Classes that suites share with modules loaded outside of the sandbox (`jest-outside.mjs`). The sandbox has its own
 * copy of each, so objects and errors of the product would be of another class to the suite. Classes with literals are
 * not shared: literals always belong to the sandbox.
 */
const SHARED = [
  'AggregateError',
  'ArrayBuffer',
  'BigUint64Array',
  'DataView',
  'Date',
  'Error',
  'EvalError',
  'Float32Array',
  'Float64Array',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'Map',
  'RangeError',
  'ReferenceError',
  'Set',
  'SharedArrayBuffer',
  'SyntaxError',
  'TypeError',
  'URIError',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakSet',
];

/**
 * Contexts entered since a suite began. Jest creates one per suite and never leaves it. Before Node 24 each promise of
 * the process carries all of them, so that a worker's hundredth suite would take twice its time, and memory of earlier
 * suites would stay.
 */
const contexts = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoted(...args) {
  contexts.add(this);
  return run.apply(this, args);
};

const load = createRequire(import.meta.url);
/** Properties take the same cases in each daily run; the long run looks for further ones. */
const SEED = 7;

/** Jest's environment, from which a suite can leave the sandbox: see `jest-outside.mjs`. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    const { IS_THOROUGH = false } = config.projectConfig.globals;
    this.global.requireOutside = (file) => {
      const loaded = load(file);
      if (file.endsWith('fast-check.js')) loaded.configureGlobal(IS_THOROUGH ? {} : { seed: SEED });
      return loaded;
    };
  }

  async teardown() {
    await super.teardown();
    for (const context of contexts) context.disable();
    contexts.clear();
  }
}
