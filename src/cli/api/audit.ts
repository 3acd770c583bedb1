import type { Schemas } from '#client';
import { type Command, Option } from 'commander';
import { choicesOf, time } from '../option-values.js';
import { type ServiceArguments, serviceOptions } from '../service-options.js';
import { inProject } from './in-project.js';
import { type ListArguments, listOptions, perCall, showList } from './lists.js';
import { given } from './objects.js';
import { checkOutput, fileOptions, type FileArguments, isTextual, writeResult } from './result-file.js';

type Entry = Schemas['AuditEntryDto'];

const OBJECTS = choicesOf<Entry['object']>({
  project: true,
  'api-key': true,
  topic: true,
  model: true,
  session: true,
  job: true,
  spider: true,
  experiment: true,
  schedule: true,
  'session-template': true,
  'keyword-set': true,
  'keyword-candidate': true,
  'seed-candidate': true,
  example: true,
  monitor: true,
  export: true,
  remark: true,
  share: true,
  webhook: true,
  'webhook-secret': true,
  'webhook-message': true,
});
const CHANGES = choicesOf<Entry['change']>({ insert: true, update: true, delete: true });

interface Filters {
  readonly actor?: string;
  readonly object?: Entry['object'];
  readonly change?: Entry['change'];
  readonly objectId?: string;
  readonly from?: string;
  readonly to?: string;
}

/** `gleaner audit`. */
export function defineAudit(command: Command): void {
  const list = command.command('list').description('list changes in the project with their actors, newest first');
  filters(listOptions(list, 'entries')).action((args: ListArguments & Filters) =>
    inProject(args, async (gleaner, projectId, screen) => {
      const query = { ...filterOf(args), first: perCall(args) };
      const rows = gleaner.list('/v1/projects/{projectId}/audit-log', { path: { projectId }, query });
      await showList(rows, args, ENTRY_ROW, screen);
    }),
  );
  const file = command.command('export').description("write the project's audit log to a file");
  fileOptions(filters(serviceOptions(file))).action(async (args: ServiceArguments & FileArguments & Filters) => {
    const isText = isTextual(args);
    await checkOutput(isText, args);
    return inProject(args, async (gleaner, projectId, screen) => {
      const params = { path: { projectId }, query: { ...filterOf(args), format: args.format ?? 'jsonl' } };
      const body = await gleaner.download('/v1/projects/{projectId}/audit-log/export', { params });
      await writeResult(body, isText, args, screen);
    });
  });
}

const filters = (command: Command): Command =>
  command
    .option('--actor <who>', 'only changes by `local`, `operator` with a fingerprint, or the id of a key')
    .addOption(new Option('--object <kind>', 'only changes of objects of this kind').choices(OBJECTS))
    .addOption(new Option('--change <kind>', 'only changes of this type').choices(CHANGES))
    .option('--object-id <id>', 'only changes of this object, of those that entries name')
    .option('--from <time>', 'only changes at or after this time', time)
    .option('--to <time>', 'only changes before this time', time);

const filterOf = ({ actor, object, change, objectId, from, to }: Filters): Filters =>
  given({ actor, object, change, objectId, from, to });

const ENTRY_ROW = {
  head: ['at', 'actor', 'address', 'change', 'object', 'rows', 'ids', 'call'],
  words: [0, 1, 2, 3, 4, 6, 7],
  cells: (entry: Entry) => [
    // Several changes in a minute belong to one call.
    entry.createdAt.slice(0, 19).replace('T', ' ') + ' UTC',
    entry.actor,
    entry.address,
    entry.change,
    entry.object,
    `${entry.rows}`,
    entry.ids.length > 1 ? `${entry.ids[0] ?? ''} …` : (entry.ids[0] ?? ''),
    entry.call,
  ],
  none: 'No entries',
};
