/** A folder of a domain with the folders in it. */
export interface Folder {
  readonly path: string;
  /** The last part of its path. */
  readonly name: string;
  readonly pages: number;
  readonly relevant: number;
  readonly failed: number;
  readonly folders: Folder[];
}

type Counted = Omit<Folder, 'name' | 'folders'>;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);

/** The tree that folders make. One whose parent is not among them stands at the top, under its whole path. */
export function treeOf(counted: readonly Counted[]): Folder[] {
  const known = new Map<string, Folder>();
  const top: Folder[] = [];
  for (const { path, pages, relevant, failed } of counted) {
    const parent = known.get(parentOf(path));
    const name = parent ? path.slice(parent.path.length) : path;
    const folder: Folder = { path, name, pages, relevant, failed, folders: [] };
    known.set(path, folder);
    (parent?.folders ?? top).push(folder);
  }
  return top;
}
