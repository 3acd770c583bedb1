import type { Kernels } from './kernels.js';
import { javascriptKernels } from './kernels-javascript.js';
import { wasmKernels } from './kernels-wasm.js';

/**
 * Kernels over a new block of zeros: WebAssembly with vectors, or plain JavaScript where the engine has none (Node has it everywhere, unless started
 * with `--jitless`). Either gives the same figures each time; the two differ in their last bits.
 *
 * @param size floats of the block
 */
export function createKernels(size: number): Kernels {
  return wasmKernels(size) ?? javascriptKernels(new Float32Array(size));
}
