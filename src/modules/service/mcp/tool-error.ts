import type { CallToolResult } from '@modelcontextprotocol/server';
import { GleanerError } from '#client';

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** A refusal that a model can act on: its reason, the field, and the allowed values. Null for other errors. */
export function refusalOf(error: unknown): CallToolResult | null {
  if (!(error instanceof GleanerError)) return null;
  const { code, status, problem, message } = error;
  if (status === 0) return failed(`${code}: the Gleaner service cannot be reached (${message})`);
  const said = problem.detail ?? problem.title ?? message;
  const field = problem.field === undefined ? '' : `\nField: ${problem.field}`;
  const allowed = problem.allowed === undefined ? '' : `\nAllowed: ${problem.allowed}`;
  return failed(`${code === '' ? `HTTP ${status}` : code}: ${said}${field}${allowed}`);
}

/** Only the log has the text of unexpected errors, because it may contain secrets. */
export const unexpected = (): CallToolResult => failed('INTERNAL: an unexpected error occurred; the log has it');
