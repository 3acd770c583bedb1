import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { toolServer } from '../modules/service/mcp/plain.js';
import { namedService, remoteOptions, serviceAt, type ServiceArguments } from './service-options.js';

const DEFAULT_URL = 'http://127.0.0.1:3000';

function tell(error: unknown): void {
  process.stderr.write(`gleaner: ${error instanceof Error ? error.message : String(error)}\n`);
}

/** `gleaner mcp`: tools for agents over standard input and output, on a running service. */
export function defineMcp(command: Command): void {
  remoteOptions(command).action((args: Omit<ServiceArguments, 'data'>) => {
    const gleaner = namedService(args) ?? serviceAt(DEFAULT_URL, args);
    // It ends when its input ends. Standard output belongs to the protocol.
    serveStdio(() => toolServer(gleaner, tell), { onerror: tell });
  });
}
