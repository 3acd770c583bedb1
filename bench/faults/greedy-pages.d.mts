/** Pages that attack the browser which renders them: HTML by kind. */
export const GREEDY_PAGES: Readonly<Record<string, string>>;
/** Memory of the browsers that descend from a process, without mapped files, bytes. */
export function bytesBelow(ancestor: number): number;
/** Memory of any one process, without mapped files, bytes. */
export function bytesOf(pid: number): number;
