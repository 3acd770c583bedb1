import { basename } from 'node:path';
import type { StoredExport } from '#client';
import type { Command } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { checkOutputFiles } from '../files.js';
import { percent } from '../screen.js';
import { type ServiceArguments, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { objectCommand, showObject } from './objects.js';
import { downloadStored } from './stored-export.js';

interface DownloadArguments extends ServiceArguments {
  readonly out?: string;
  readonly resume?: boolean;
}

/** `gleaner exports`: the stored exports of the service. */
export function defineExports(command: Command): void {
  listOptions(
    command.command('list').description('list the stored exports of a session or of a collection, newest first'),
    'exports',
  )
    .argument('[session]', 'id of the session')
    .option('--topic <id>', 'those of the collection of this topic')
    .action((id: string | undefined, { topic, ...args }: ListArguments & { readonly topic?: string }) => {
      const of = topic ?? id;
      if (of === undefined || (id !== undefined && topic !== undefined))
        throw new CliError('a session or --topic: expected one of both', Exit.Usage);
      const params = { path: { id: of }, query: { first: perCall(args) } };
      return withNamedService(args, async (gleaner, screen) => {
        const rows =
          topic === undefined
            ? gleaner.list('/v1/sessions/{id}/exports', params)
            : gleaner.list('/v1/topics/{id}/exports', params);
        await showList(rows, args, EXPORT_ROW, screen);
      });
    });
  objectCommand(command, 'show', 'export', 'show a stored export', async (id, args, gleaner, screen) =>
    showObject(await gleaner.get('/v1/exports/{id}', { params: { path: { id } } }), args, exportText, screen),
  );
  objectCommand<DownloadArguments>(
    command,
    'download',
    'export',
    'download the file of a stored export',
    async (id, { out, resume = false }, gleaner, screen) => {
      await checkOutputFiles({ '--out': out });
      const stored = await gleaner.get('/v1/exports/{id}', { params: { path: { id } } });
      // Use only the base name: the service's name must not act as a path.
      const file = out ?? basename(stored.fileName);
      await downloadStored(gleaner, stored, file, resume, screen);
      screen.note(`written to ${file}`);
    },
  )
    .option('--out <file>', "file to write; default: the service's name for it, in this folder")
    .option('--resume', 'resume an earlier call that left FILE.part');
  objectCommand(command, 'delete', 'export', 'delete a stored export and its file', async (...of) => {
    const [id, , gleaner, screen] = of;
    await gleaner.delete('/v1/exports/{id}', { params: { path: { id } } });
    screen.note(`export ${id} is deleted`);
  });
}

const exportText = (stored: StoredExport): string =>
  facts({
    id: stored.id,
    session: stored.sessionId ?? '',
    topic: stored.topicId ?? '',
    what: stored.what,
    query: stored.query,
    state: stored.state,
    error: stored.error,
    done: percent(stored.progress),
    bytes: stored.bytes,
    'in no archive': stored.leftOut > 0 ? `${stored.leftOut} pages, left out` : '',
    'SHA-256': stored.sha256,
    file: stored.fileName,
    created: moment(stored.createdAt),
    expires: moment(stored.expiresAt),
  });

const EXPORT_ROW = {
  head: ['what', 'query', 'state', 'done', 'bytes', 'created', 'expires', 'id'],
  words: [0, 1, 2],
  cells: (stored: StoredExport) => [
    stored.what,
    stored.query ?? '',
    stored.state,
    percent(stored.progress),
    `${stored.bytes}`,
    moment(stored.createdAt),
    moment(stored.expiresAt),
    stored.id,
  ],
  none: 'No stored exports. `gleaner export --stored --keep` makes one',
};
