import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Classes that suites share with what is loaded outside of the sandbox (`jest-outside.mjs`). The sandbox has its own of each, and what the product made or
 * threw would be of another class to the suite. Not shared is what has literals: those are always of the sandbox's own.
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
 * Contexts that were entered since a suite began. Jest makes one for each suite and never leaves it. Before Node 24 each promise of the process carries on all
 * that there are, so that the hundredth suite of a worker would take twice its time, and what the suites before it held would stay in memory.
 */
const contexts = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoted(...args) {
  contexts.add(this);
  return run.apply(this, args);
};

/** Jest's own environment, from which a suite can leave the sandbox: see `jest-outside.mjs`. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    this.global.requireOutside = createRequire(import.meta.url);
  }

  async teardown() {
    await super.teardown();
    for (const context of contexts) context.disable();
    contexts.clear();
  }
}
