/**
 * Warns the operator. The message is constant, so that logs can be searched; values are fields.
 *
 * @param fields `err` for an error
 */
export type Warn = (fields: object, message: string) => void;
