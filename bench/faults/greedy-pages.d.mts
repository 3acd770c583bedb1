/** Pages that attack the browser which renders them: HTML by kind. */
export const GREEDY_PAGES: Readonly<Record<string, string>>;
/** Memory of the browsers that descend from a process, without what they have mapped of files, bytes. */
export function bytesBelow(ancestor: number): number;
/** The same of one process, whatever it is. */
export function bytesOf(pid: number): number;
