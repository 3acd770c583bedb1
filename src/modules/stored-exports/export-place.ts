/** Below ARCHIVE_DIR, and below the prefix of the store. Folders of sessions are named by ids. */
export const EXPORTS_FOLDER = 'exports';

/** Where the file of one attempt is: a path below ARCHIVE_DIR, and a key of the store. */
export const exportPlace = ({ id, run }: { readonly id: string; readonly run: number }): string =>
  `${EXPORTS_FOLDER}/${id}/${run}`;
