import type { FetchArchive } from '../../../../engine/index.js';
import { isVolumeFault } from '../../../../platform/volumes/index.js';
import type { SessionArchive } from '../../../base/archive/index.js';

/** An archive whose disk may be full: it reports pages without room, and the session continues. */
export const guardedArchive = (archive: SessionArchive, failed: () => void): FetchArchive => ({
  append: async (outcome) => {
    try {
      await archive.append(outcome);
      return true;
    } catch (error) {
      if (!isVolumeFault(error)) throw error;
      failed();
      return false;
    }
  },
  close: () => archive.close(),
});
