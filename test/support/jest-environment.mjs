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

/** Jest's own environment, from which a suite can leave the sandbox: see `jest-outside.mjs`. */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of SHARED) this.global[name] = globalThis[name];
    this.global.requireOutside = createRequire(import.meta.url);
  }
}
