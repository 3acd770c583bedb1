/** A backup or a restore that is refused or came to nothing, in a sentence for whoever asked for it. Nothing has changed. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}
