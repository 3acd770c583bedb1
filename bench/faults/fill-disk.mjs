import { closeSync, openSync, writeSync } from 'node:fs';

const BLOCK = Buffer.alloc(1024 * 1024, 1);

/** Writes to a file until its disk is full. @param {string} file */
export function fillDisk(file) {
  const ballast = openSync(file, 'a');
  try {
    for (let size = BLOCK.length; size > 0; size = Math.floor(size / 2)) {
      for (;;) {
        try {
          writeSync(ballast, BLOCK, 0, size);
        } catch (error) {
          if (error.code !== 'ENOSPC') throw error;
          break;
        }
      }
    }
  } finally {
    closeSync(ballast);
  }
}
