import type { Command } from 'commander';
import { processEnvironment, type SettingName, setForProcess } from '../platform/config/index.js';
import { integerFrom } from './options.js';

interface ServeArguments {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
}

/** `gleaner serve`: API and worker in this terminal, like `npm start` in a clone. */
export function defineServe(command: Command): void {
  command
    .option('--port <n>', 'port of the API; 0 takes any free one (PORT, 3000)', integerFrom(0, 65_535))
    .option('--host <address>', 'address to listen on (HOST, 127.0.0.1)')
    .option('--data <folder>', 'folder of the embedded database and of caches (DATA_DIR, ./data)')
    .addHelpText('after', '\nAll other settings come from the environment and from a file .env in this folder.')
    .action(async ({ port, host, data }: ServeArguments) => {
      const given: readonly (readonly [SettingName, string | undefined])[] = [
        ['PORT', port?.toString()],
        ['HOST', host],
        ['DATA_DIR', data],
        ['LOG_FORMAT', process.stdout.isTTY ? (processEnvironment()['LOG_FORMAT'] ?? 'pretty') : undefined],
      ];
      for (const [name, value] of given) if (value !== undefined) setForProcess(name, value);
      await import('../main.js');
    });
}
