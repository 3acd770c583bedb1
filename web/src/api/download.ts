import { type Failure, failureFrom, OFFLINE } from './failures.js';
import { projectHeaders } from './project.js';

/** Saves a file of the API. A plain link could not say which project it is about. @returns what went wrong */
export async function download(path: string, name: string): Promise<Failure | null> {
  try {
    const answer = await fetch(path, { headers: projectHeaders() });
    if (!answer.ok) return failureFrom(`The service answered with status ${answer.status}.`, {});
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
    return null;
  } catch {
    return OFFLINE;
  }
}
