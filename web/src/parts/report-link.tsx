import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { download } from '../api/download.js';
import type { Failure } from '../api/failures.js';
import { chosenProject } from '../api/project.js';
import { Trouble } from './trouble.js';

/** Opens a report for printing. A link names no project: of another one than the default the report is a file. */
export function ReportLink({ path }: { readonly path: string }): JSX.Element {
  const [lost, setLost] = useState<Failure | null>(null);
  if (chosenProject() === null)
    return (
      <a class="button" href={path} target="_blank" rel="noopener">
        Report
      </a>
    );
  return (
    <>
      <button type="button" onClick={() => void download(path).then(setLost)}>
        Report
      </button>
      {lost && <Trouble failure={lost} />}
    </>
  );
}
