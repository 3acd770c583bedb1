import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { type Gleaner, GleanerError } from '#client';
import type { z } from 'zod';
import { shownJson } from '../../../domain/text/shown-text.js';

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** A refusal that a model can act on: its reason, the field, and the allowed values. Null for other errors. */
export function refusalOf(error: unknown): CallToolResult | null {
  if (!(error instanceof GleanerError)) return null;
  const { code, status, problem, message } = error;
  if (status === 0) return failed(`${code}: the Gleaner service cannot be reached (${message})`);
  const reason = problem.detail ?? problem.title ?? message;
  const field = problem.field === undefined ? '' : `\nField: ${problem.field}`;
  const allowed = problem.allowed === undefined ? '' : `\nAllowed: ${problem.allowed}`;
  return failed(`${code === '' ? `HTTP ${status}` : code}: ${reason}${field}${allowed}`);
}

/** Only the log has the text of unexpected errors, because it may contain secrets. */
const unexpected = (): CallToolResult => failed('INTERNAL: an unexpected error occurred; the log has it');

/** A tool's result: data for programs, and a short text for the model. */
interface Answer<T> {
  readonly data: T;
  readonly text: string;
}

/** A tool, independent of its transport. */
interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For a model without knowledge of Gleaner: what the tool does, when to use it, and the next step. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly hints: ToolAnnotations;
  /** @throws GleanerError, which becomes an error of the tool */
  readonly run: (input: z.output<I>, gleaner: Gleaner, signal: AbortSignal) => Promise<Answer<z.input<O>>>;
}

/** A tool for a server. */
export interface Tool {
  readonly name: string;
  /** @param fault called with errors that are not refusals of the service */
  addTo(server: McpServer, gleaner: Gleaner, fault: (error: unknown) => void): void;
}

/** Only reads. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Creates something new with each call. */
export const MAKES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Idempotent. */
export const SETS: ToolAnnotations = { ...MAKES, idempotentHint: true };

/** A result with hidden characters made visible: a page may use them to address the model. */
const shown = (answer: CallToolResult): CallToolResult => JSON.parse(shownJson(answer)) as CallToolResult;

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(definition: ToolDefinition<I, O>): Tool {
  const { name, title, description, input, output, hints, run } = definition;
  const config = { title, description, inputSchema: input, outputSchema: output, annotations: { title, ...hints } };
  return {
    name,
    addTo: (server, gleaner, fault) => {
      const call = async (args: z.output<I>, signal: AbortSignal): Promise<CallToolResult> => {
        try {
          const { data, text } = await run(args, gleaner, signal);
          return shown({ content: [{ type: 'text', text }], structuredContent: data });
        } catch (error) {
          // A cancelled call has no receiver.
          if (signal.aborted) throw error;
          const refusal = refusalOf(error);
          if (refusal === null) fault(error);
          return refusal === null ? unexpected() : shown(refusal);
        }
      };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, (args, { mcpReq }) =>
        call(args as z.output<I>, mcpReq.signal),
      );
    },
  };
}
