/** The lab cannot start: a file or an option is wrong. The message names it and the allowed values. */
export class LabError extends Error {
  override readonly name = 'LabError';
}
