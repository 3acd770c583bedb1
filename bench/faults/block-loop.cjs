/** Has a process stand still on SIGUSR2, as a long computation would: its event loop does nothing for BLOCK_LOOP_MS. Load it with `node --require`. */
const { isMainThread } = require('node:worker_threads');

const blockMs = Number(process.env.BLOCK_LOOP_MS);
if (isMainThread && blockMs > 0)
  process.on('SIGUSR2', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs));
