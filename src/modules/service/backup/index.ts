export { BackupError, type Manifest } from './manifest.js';
export { makeBackup } from './make-backup.js';
export { restoreBackup } from './restore-backup.js';
