import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Gleaner } from '#client';
import type { z } from 'zod';
import { shownJson } from '../../domain/text/shown-text.js';
import { refusalOf, unexpected } from './tool-error.js';

/** What a tool answers: data for programs, and the same in short for the model. */
export interface Answer<T> {
  readonly data: T;
  readonly text: string;
}

/** What a tool is, independent of how it is reached. */
export interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For a model that has never seen Gleaner: what it does, when to use it, what to do next. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  readonly hints: ToolAnnotations;
  /** @throws GleanerError, which becomes an error of the tool */
  readonly run: (input: z.output<I>, gleaner: Gleaner, signal: AbortSignal) => Promise<Answer<z.input<O>>>;
}

/** A tool that can be given to a server. */
export interface Tool {
  readonly name: string;
  /** @param fault told of errors that are none of the service's refusals */
  addTo(server: McpServer, gleaner: Gleaner, fault: (error: unknown) => void): void;
}

/** Reads only. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Makes something new each time. */
export const MAKES: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
/** Leaves the same state when it is called again. */
export const SETS: ToolAnnotations = { ...MAKES, idempotentHint: true };

/** An answer in which nothing is hidden from people: what a page hides it may have written for the model. */
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
          // Nobody waits for the answer to a call that was cancelled.
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
