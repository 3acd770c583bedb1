import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fileName } from '../../../src/domain/text/file-name.js';
import { saveText } from '../api/download.js';
import { screenName } from './heading.js';

type Cell = string | number | null;

interface Props {
  /** Name of the table, for its file too. */
  readonly name: string;
  /** The head and the rows; empty cells are null. Called when it is saved. */
  readonly table: () => readonly (readonly Cell[])[];
}

/**
 * Saves a table of the screen, with the byte order mark by which spreadsheets know UTF-8. The library comes with the
 * first press.
 */
export function SaveCsv({ name, table }: Props): JSX.Element {
  const [isLost, setLost] = useState(false);
  const save = async (): Promise<void> => {
    try {
      const { stringify } = await import('csv-stringify/browser/esm/sync');
      const rows = table().map((row) => [...row]);
      const text = stringify(rows, { bom: true, escape_formulas: true, record_delimiter: 'windows' });
      saveText(text, 'text/csv', fileName([screenName(), name], new Date(), 'csv'));
      setLost(false);
    } catch {
      setLost(true);
    }
  };
  return (
    <>
      <button type="button" aria-label={`Save as CSV: ${name}`} onClick={() => void save()}>
        Save as CSV
      </button>
      {isLost && <p role="alert">The file could not be made. Load the page again, then try again.</p>}
    </>
  );
}
