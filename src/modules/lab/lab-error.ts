/** The lab cannot begin: a file or a choice is wrong. The message names it and says what is allowed. */
export class LabError extends Error {
  override readonly name = 'LabError';
}
