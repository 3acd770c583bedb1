import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Program name of a process; null if there is no such process, or only a zombie. */
export function programName(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    if (process.platform === 'linux') {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      return stat[end + 2] === 'Z' ? null : stat.slice(stat.indexOf('(') + 1, end);
    }
    return (
      execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' })
        .trim()
        .split('/')
        .pop() ?? null
    );
  } catch {
    return null;
  }
}

/**
 * Distinguishes processes that reuse an id, as happens in containers: the id and, if available, the start time. Null if
 * there is no such process.
 */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is field 22, the 20th after it.
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return String(pid);
  }
}

/** The namespace of process ids: the machine since its boot, and the container. Null if unknown. */
export function processPlace(): string | null {
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${fs.readlinkSync('/proc/self/ns/pid')} ${boot}`;
  } catch {
    return null;
  }
}
