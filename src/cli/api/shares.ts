import type { Schemas } from '#client';
import type { Command } from 'commander';
import { integerFrom } from '../option-values.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showSecret } from './objects.js';

const MOST_DAYS = 3_650;

interface ShareArguments extends ServiceArguments {
  readonly days?: number;
  readonly all?: boolean;
}

/** `gleaner collection share`, `shares` and `unshare`. */
export function defineShares(command: Command): void {
  serviceOptions(
    command.command('share').description('make a link by which others read a collection; its token is shown once'),
  )
    .argument('<topic>', 'id of the topic')
    .argument('<name>', 'for whom it is made')
    .option('--days <n>', 'days after which it expires; default: 30', integerFrom(1, MOST_DAYS))
    .option('--all', 'also pages that are not relevant, and domains without relevant pages')
    .action((id: string, name: string, { days, all, ...args }: ShareArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const body = given({ name, days, relevantOnly: all === true ? false : undefined });
        const made = await gleaner.post('/v1/topics/{id}/shares', { params: { path: { id } }, body });
        if (args.json === true) return screen.json(made);
        const address = `${gleaner.url}/shared#TOKEN (for programs: /v1/shared/pages, /v1/shared/domains, /v1/shared/feed.rss with ?token=TOKEN)`;
        showSecret(made.token, `share ${made.id}, until ${moment(made.expiresAt)}: ${address}`, screen);
      }),
    );
  listOptions(command.command('shares').description('list the share links of a collection, newest first'), 'links')
    .argument('<topic>', 'id of the topic')
    .action((id: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const rows = gleaner.list('/v1/topics/{id}/shares', { path: { id }, query: { first: perCall(args) } });
        await showList(rows, args, SHARE_ROW, screen);
      }),
    );
  objectCommand(command, 'unshare', 'share', 'revoke a share link at once', async (id, _, gleaner, screen) => {
    await gleaner.delete('/v1/shares/{id}', { params: { path: { id } } });
    screen.note(`share ${id} is revoked`);
  });
}

const SHARE_ROW = {
  head: ['name', 'shows', 'created', 'expires', 'id'],
  words: [0, 1, 4],
  cells: (share: Schemas['ShareDto']) => [
    share.name,
    share.relevantOnly ? 'relevant' : 'all',
    moment(share.createdAt),
    moment(share.expiresAt),
    share.id,
  ],
  none: 'No share links. `gleaner collection share` makes one',
};
