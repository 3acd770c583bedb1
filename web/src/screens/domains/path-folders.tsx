import type { JSX } from 'preact';
import { count, counted } from '../../parts/words.js';
import type { Folder } from './path-tree.js';

const Line = ({ folder }: { readonly folder: Folder }): JSX.Element => (
  <>
    <code>{folder.name}</code>{' '}
    <small>
      {counted(folder.pages, 'page')}, {count(folder.relevant)} relevant
      {folder.failed > 0 && `, ${count(folder.failed)} failed`}
    </small>
  </>
);

/** Folders of a domain: those that have others open and close. */
export const PathFolders = ({
  folders,
  isOpen,
}: {
  readonly folders: readonly Folder[];
  readonly isOpen: boolean;
}): JSX.Element => (
  <ul class="folders">
    {folders.map((folder) => (
      <li key={folder.path}>
        {folder.folders.length === 0 ? (
          <Line folder={folder} />
        ) : (
          <details open={isOpen}>
            <summary>
              <Line folder={folder} />
            </summary>
            <PathFolders folders={folder.folders} isOpen={false} />
          </details>
        )}
      </li>
    ))}
  </ul>
);
