import type { CallToolResult } from '@modelcontextprotocol/server';
import { GleanerError } from '#client';

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** What a model can act on: what was refused, which field, what is allowed. Null for what is no refusal. */
export function refusalOf(error: unknown): CallToolResult | null {
  if (!(error instanceof GleanerError)) return null;
  const { code, status, problem, message } = error;
  if (status === 0) return failed(`${code}: the Gleaner service cannot be reached (${message})`);
  const said = problem.detail ?? problem.title ?? message;
  const field = problem.field === undefined ? '' : `\nField: ${problem.field}`;
  const allowed = problem.allowed === undefined ? '' : `\nAllowed: ${problem.allowed}`;
  return failed(`${code === '' ? `HTTP ${status}` : code}: ${said}${field}${allowed}`);
}

/** The text of unexpected errors stays in the log: it may hold secrets. */
export const unexpected = (): CallToolResult => failed('INTERNAL: an unexpected error occurred; the log has it');
