/** The part of this module without the framework: places of files. */

/**
 * Below ARCHIVE_DIR, and below the prefix of the store. Does not collide with folders of sessions, which are named by
 * ids.
 */
export const EXPORTS_FOLDER = 'exports';

/** The location of one attempt's file: a path below ARCHIVE_DIR, and a key of the store. */
export const exportPlace = ({ id, run }: { readonly id: string; readonly run: number }): string =>
  `${EXPORTS_FOLDER}/${id}/${run}`;
