export { BackupError } from './backup-error.js';
export { makeBackup } from './make-backup.js';
export type { Manifest } from './manifest.js';
export { restoreBackup } from './restore-backup.js';
