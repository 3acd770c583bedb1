import type { CallToolResult, McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { type Gleaner, GleanerError } from '#client';
import type { z } from 'zod';
import { shownJson } from '../../../domain/text/shown-text.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { checkInput } from '../../../platform/errors/input-text.js';

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

/** Arguments of tools by the fields of REST calls that they fill. Other fields have the name of their argument. */
const ARGUMENTS: readonly (readonly [field: string, argument: string])[] = [
  ['labels[0].step', 'step'],
  ['labels[0].relevant', 'relevant'],
  ['budget.fetches', 'budget'],
  ['budget.minutes', 'max_minutes'],
  ['budget.relevantPages', 'max_relevant_pages'],
  ['scope.allowHosts', 'only_hosts'],
  ['domainCap', 'max_pages_per_site'],
  ['known', 'known_pages'],
  ['newSinceSession', 'new_since_session_id'],
  ['sessionId', 'session_id'],
  ['topicId', 'topic_id'],
  ['domain', 'site'],
  ['after', 'cursor'],
  ['first', 'limit'],
];

/** How to go on from an object that does not exist, by its kind, the first word of the message. */
const WAYS_ON: Readonly<Record<string, string>> = {
  topic: 'list_topics lists the topics',
  session: 'compare_sessions with a topic_id lists its newest sessions',
  page: 'list_relevant_pages gives the steps of pages',
  domain: 'list_collected_domains lists the sites of a topic',
  job: 'leave out job_id to begin again',
};

/** A text that begins with a field of REST, or null if it begins otherwise. */
function inArguments(text: string): string | null {
  const known = ARGUMENTS.find(([field]) => text.startsWith(field) && !/^\w/.test(text.slice(field.length)));
  return known === undefined ? null : known[1] + text.slice(known[0].length);
}

/** A text of the service in the words of tools: an agent makes no REST calls. */
const inToolWords = (text: string): string =>
  text.replaceAll(/ \((?:GET|POST|PUT|PATCH|DELETE) \/v1[^)]*\)/g, '').replaceAll('an endCursor', 'a next_cursor');

/**
 * A refusal that a model can act on: its reason, the argument, the allowed values, and how to go on. Null for other
 * errors.
 */
export function refusalOf(error: unknown): CallToolResult | null {
  if (error instanceof DomainError) return refusalText(error.code, error.message, error);
  if (!(error instanceof GleanerError)) return null;
  const { code, status, problem, message } = error;
  if (status === 0) return failed(`${code}: the Gleaner service cannot be reached (${message})`);
  return refusalText(code === '' ? `HTTP ${status}` : code, problem.detail ?? problem.title ?? message, problem);
}

function refusalText(
  code: string,
  reason: string,
  { field = '', allowed = '' }: { readonly field?: string; readonly allowed?: string },
): CallToolResult {
  // Only refusals of a field begin with its name.
  const told = (field === '' ? null : inArguments(reason)) ?? reason;
  const next = code === 'NOT_FOUND' ? (WAYS_ON[/^\w+/.exec(reason)?.[0] ?? ''] ?? '') : '';
  return failed(
    [
      `${code}: ${inToolWords(told)}`,
      ...(field === '' ? [] : [`Field: ${inArguments(field) ?? field}`]),
      ...(allowed === '' ? [] : [`Allowed: ${inToolWords(allowed)}`]),
      ...(next === '' ? [] : [`Next: ${next}`]),
    ].join('\n'),
  );
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
          // Before they get into addresses of REST calls, which hold Unicode alone.
          checkInput(args, '');
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
