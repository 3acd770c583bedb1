/**
 * Sets the wall clock of a process wrong, as an administrator or a time server would. Load it with `node --require`; the file that CLOCK_SHIFT_FILE names says by
 * how many milliseconds, and is read again while the process runs. Monotonic clocks and timers go on as they are.
 */
const { readFileSync } = require('node:fs');

const READ_EVERY_MS = 50;
const RealDate = Date;
const file = process.env.CLOCK_SHIFT_FILE;
let offsetMs = 0;
let readAt = -Infinity;

function shifted() {
  if (performance.now() - readAt >= READ_EVERY_MS) {
    readAt = performance.now();
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      offsetMs = 0;
    }
  }
  return RealDate.now() + offsetMs;
}

if (file) {
  globalThis.Date = new Proxy(RealDate, {
    apply: () => new RealDate(shifted()).toString(),
    construct: (target, args, made) =>
      Reflect.construct(target, args.length === 0 ? [shifted()] : args, made === globalThis.Date ? target : made),
    get: (target, name) => (name === 'now' ? shifted : Reflect.get(target, name)),
  });
}
