import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { reachableByOthers } from '../../../../platform/database/native-postgres.js';

/** The user that the browser runs as: the user of this process, or, if that is root, an unprivileged one. */
export type BrowserUser =
  | { readonly kind: 'self' }
  | { readonly kind: 'other'; readonly name: string; readonly uid: number; readonly gid: number }
  /** `reason`: why it cannot be another user. */
  | { readonly kind: 'root'; readonly reason: string };

/** Part of util-linux, which every distribution has that Chromium runs on. */
const SETPRIV_PATHS = ['/usr/bin/setpriv', '/bin/setpriv'];
const UNPRIVILEGED = 'nobody';

/** @param executablePath the browser, which that user must be able to read */
export function browserUser(executablePath: string): BrowserUser {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  if (process.platform !== 'linux' || !SETPRIV_PATHS.some((path) => existsSync(path)))
    return { kind: 'root', reason: 'there is no setpriv to change the user with' };
  const row = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === UNPRIVILEGED);
  const [uid, gid] = [Number(row?.[2]), Number(row?.[3])];
  if (!(uid > 0 && gid > 0)) return { kind: 'root', reason: `there is no user ${UNPRIVILEGED}` };
  const unreachable = [dirname(executablePath), tmpdir()].find((folder) => !reachableByOthers(folder));
  if (unreachable !== undefined)
    return { kind: 'root', reason: `${unreachable} cannot be reached by the user ${UNPRIVILEGED}` };
  if ((statSync(executablePath).mode & 0o005) !== 0o005)
    return { kind: 'root', reason: `${executablePath} cannot be run by the user ${UNPRIVILEGED}` };
  return { kind: 'other', name: UNPRIVILEGED, uid, gid };
}
