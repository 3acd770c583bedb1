import type { Kernels } from './kernels.js';
import { javascriptKernels } from './kernels-javascript.js';
import { wasmKernels } from './kernels-wasm.js';

/**
 * Kernels over a new block of zeros: WebAssembly with vectors, or plain JavaScript if the engine has none (Node always
 * has it, unless started with `--jitless`). Each is deterministic; the two differ in their last bits.
 *
 * @param size number of floats in the block
 */
export function createKernels(size: number): Kernels {
  return wasmKernels(size) ?? javascriptKernels(new Float32Array(size));
}
