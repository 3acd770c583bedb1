/**
 * Loaded before a program (`node --import`): shifts its wall clock by the ms in the file GLEANER_CLOCK_FILE, 0 while
 * there is none. The monotonic clock is unchanged.
 */
import { readFileSync } from 'node:fs';

const file = process.env.GLEANER_CLOCK_FILE;
const LOOK_MS = 100;
const RealDate = Date;
let shift = 0;

function look() {
  try {
    shift = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    shift = 0;
  }
}

class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift);
    else super(...given);
  }

  static now() {
    return RealDate.now() + shift;
  }
}

if (file) {
  look();
  setInterval(look, LOOK_MS).unref();
  globalThis.Date = ShiftedDate;
}
