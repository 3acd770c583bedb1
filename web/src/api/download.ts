import { parse } from 'content-disposition';
import { noted } from './client.js';
import { type Failure, failureFrom, OFFLINE } from './failures.js';
import { chosenProject, projectHeaders } from './project.js';

/** Saves what an address has, under a name. */
function save(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

function saveBlob(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  save(href, name);
  URL.revokeObjectURL(href);
}

/** Saves a text of the screen. @param type its media type */
export const saveText = (text: string, type: string, name: string): void => saveBlob(new Blob([text], { type }), name);

/** The service's reason for refusing a call. */
async function refusalOf(answer: Response): Promise<Failure> {
  const problem: unknown = await answer.json().catch(() => null);
  const details = typeof problem === 'object' && problem !== null ? (problem as Record<string, unknown>) : {};
  const { detail } = details;
  const message = typeof detail === 'string' ? detail : `The service answered with status ${answer.status}.`;
  return noted(failureFrom(message, details));
}

/** The name that the service gives a file. */
function nameOf({ headers }: Response): string {
  const { filename = '' } = parse(headers.get('content-disposition') ?? '').parameters;
  return filename;
}

/**
 * Saves a file of the API, under the name of the service. A plain link could not say which project it is about.
 *
 * @returns what went wrong
 */
export async function download(path: string): Promise<Failure | null> {
  try {
    const answer = await fetch(path, { headers: projectHeaders() });
    if (!answer.ok) return await refusalOf(answer);
    saveBlob(await answer.blob(), nameOf(answer));
    return null;
  } catch {
    return OFFLINE;
  }
}

/**
 * The same of a file of any size that can be read in parts: the browser saves it while it comes. Its first byte is
 * asked for beforehand, since a browser says nothing of why a file cannot be had.
 */
export async function downloadLarge(path: string): Promise<Failure | null> {
  if (chosenProject() !== null) return download(path);
  try {
    const answer = await fetch(path, { headers: { range: 'bytes=0-0' } });
    if (!answer.ok) return await refusalOf(answer);
    save(path, nameOf(answer));
    return null;
  } catch {
    return OFFLINE;
  }
}
