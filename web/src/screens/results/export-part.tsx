import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import { download, downloadLarge } from '../../api/download.js';
import type { Failure } from '../../api/failures.js';
import { mayWrite } from '../../api/sign-in.js';
import { bytesInWords } from '../../parts/bytes.js';
import { Trouble } from '../../parts/trouble.js';
import { ago, dayOf } from '../../parts/words.js';
import { isStored } from './export-formats.js';
import { EXPORT, type ExportFile } from './export-queries.js';
import type { Exported } from './use-exports.js';

const EVERY_MS = 1_000;

const hasEnded = ({ state }: ExportFile): boolean => state === 'COMPLETED' || state === 'FAILED';

/** A file that is there. */
function FileButton({ file: { id, fileName, bytes } }: { readonly file: ExportFile }): JSX.Element {
  const [lost, setLost] = useState<Failure | null>(null);
  const save = (): void => void downloadLarge(`/v1/exports/${encodeURIComponent(id)}/file`).then(setLost);
  return (
    <>
      <button type="button" onClick={save}>
        Save {fileName} ({bytesInWords(bytes)})
      </button>
      {lost && <Trouble failure={lost} />}
    </>
  );
}

/** A file with its state: how far it is, why it failed, or where it is. */
function FileState({ file }: { readonly file: ExportFile }): JSX.Element {
  if (file.state === 'FAILED') return <span class="refused">The export failed: {file.error}</span>;
  if (file.state === 'COMPLETED') return <FileButton file={file} />;
  return (
    <>
      {file.fileName}: {file.state === 'QUEUED' ? 'waiting for a worker' : `${bytesInWords(file.bytes)} written`}{' '}
      <progress value={file.progress} max={1} aria-label={`Export of ${file.fileName}`} />
    </>
  );
}

/** Follows a stored export until it has ended. */
function useExport(id: string | null): { readonly file: ExportFile | null; readonly failure: Failure | null } {
  const [state, setState] = useState<{ readonly file: ExportFile | null; readonly failure: Failure | null }>({
    file: null,
    failure: null,
  });
  useEffect(() => {
    setState({ file: null, failure: null });
    if (id === null) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isGone = false;
    const look = async (): Promise<void> => {
      const { data, failure } = await ask(EXPORT, { id });
      if (isGone) return;
      setState((before) => ({ file: data?.export ?? before.file, failure }));
      if (!data || !hasEnded(data.export)) timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isGone = true;
      if (timer) clearTimeout(timer);
    };
  }, [id]);
  return state;
}

/** The stored files of the list, newest first; asked for when it is opened. */
function Earlier({ exported }: { readonly exported: Exported }): JSX.Element {
  const [files, setFiles] = useState<readonly ExportFile[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = async (event: Event): Promise<void> => {
    if (!(event.currentTarget instanceof HTMLDetailsElement) || !event.currentTarget.open) return;
    const answer = await exported.earlier();
    setFiles(answer.data ?? files);
    setFailure(answer.failure);
  };
  const now = Date.now();
  return (
    <details class="more-filters" onToggle={(event) => void open(event)}>
      <summary>Stored exports</summary>
      {failure && <Trouble failure={failure} />}
      {files?.length === 0 && <p class="note">None was made yet. Large tables and archives are stored first.</p>}
      {files !== null && files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={file.id}>
              <FileState file={file} />{' '}
              <small>
                {ago(file.createdAt, now)}
                {file.expiresAt !== null && `, kept until ${dayOf(file.expiresAt)}`}
              </small>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

interface Props {
  readonly exported: Exported;
  /** Rows of the list; null: very many, or not known. */
  readonly size: number | null;
}

/**
 * Exports a list as it is filtered. Small tables are sent at once; large ones and archives are stored first, with their
 * progress.
 */
export function ExportPart({ exported, size }: Props): JSX.Element {
  const [id, setId] = useState(exported.formats[0]?.id ?? '');
  const [isBusy, setBusy] = useState(false);
  const [lost, setLost] = useState<Failure | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  const { file, failure } = useExport(stored);
  // A file is stored by those who may write; others get what is sent at once.
  const formats = exported.formats.filter(({ sent }) => sent !== null || mayWrite());
  const format = formats.find((one) => one.id === id) ?? formats[0];
  const save = async (): Promise<void> => {
    if (!format) return;
    setBusy(true);
    setLost(null);
    setStored(null);
    if (isStored(format, size) && mayWrite()) {
      const answer = await exported.store(format, crypto.randomUUID());
      setStored(answer.data);
      setLost(answer.failure);
    } else setLost(await download(exported.sentFrom(format)));
    setBusy(false);
  };
  return (
    <>
      <span class="export">
        <label>
          <span class="hidden">Format of the export</span>
          <select value={format?.id} onChange={(event) => setId(event.currentTarget.value)}>
            {formats.map((one) => (
              <option key={one.id} value={one.id}>
                {one.text}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          {isBusy ? 'Exporting …' : 'Export'}
        </button>
      </span>
      {lost && <Trouble failure={lost} />}
      {failure && <Trouble failure={failure} />}
      {file && (
        <p role="status" class="stored">
          <FileState file={file} />
        </p>
      )}
    </>
  );
}

export { Earlier as EarlierExports };
