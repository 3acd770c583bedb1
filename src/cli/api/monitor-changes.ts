import type { Schemas } from '#client';
import { type Command, Option } from 'commander';
import { choicesOf, time } from '../option-values.js';
import { withNamedService } from '../service-options.js';
import { oneLine } from '../terminal.js';
import { type ListArguments, listOptions, moment, perCall, showList, showRows } from './lists.js';
import { given } from './objects.js';

type Change = Schemas['SeenChangeDto'];

const KINDS = choicesOf<Change['kind']>({ new: true, changed: true, gone: true, back: true });

interface ChangesArguments extends ListArguments {
  readonly kind?: Change['kind'];
  readonly since?: string;
  readonly difference?: boolean;
}

/** `gleaner monitors changes`. */
export function defineChanges(command: Command): void {
  listOptions(
    command.command('changes').description('list the changes that a monitor has seen, newest first'),
    'changes',
  )
    .argument('<monitor>', 'id of the monitor')
    .addOption(new Option('--kind <kind>', 'only changes of this kind').choices(KINDS))
    .option('--since <time>', 'only changes noted at or after this time', time)
    .option('--difference', 'show the differences of the texts')
    .action((id: string, { kind, since, difference, ...args }: ChangesArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ kind, since, first: perCall(args) });
        const rows = gleaner.list('/v1/monitors/{id}/changes', { path: { id }, query });
        await (difference === true
          ? showRows(rows, args, { text: differences, none: CHANGE_ROW.none }, screen)
          : showList(rows, args, CHANGE_ROW, screen));
      }),
    );
}

const titleOf = ({ titleAfter, titleBefore }: Change): string => oneLine(titleAfter ?? titleBefore ?? '');

/** One change below the other, each with its difference. */
const differences = (changes: readonly Change[]): string =>
  changes
    .map((change) => {
      const head = `${change.kind} ${moment(change.seenAt)} ${oneLine(change.url)}\n${titleOf(change)}`.trimEnd();
      const text = change.difference === null ? head : `${head}\n${change.difference.trimEnd()}`;
      return change.truncated ? `${text}\n(cut)` : text;
    })
    .join('\n\n');

const CHANGE_ROW = {
  head: ['kind', 'seen', 'lines added', 'removed', 'title', 'url'],
  words: [0, 1, 4, 5],
  cells: (change: Change) => [
    change.kind,
    moment(change.seenAt),
    `${change.linesAdded}`,
    `${change.linesRemoved}`,
    titleOf(change).slice(0, 60),
    change.url,
  ],
  none: 'No changes',
};
