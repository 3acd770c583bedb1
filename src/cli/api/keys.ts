import type { ApiKey, NewApiKey, Schemas } from '#client';
import { type Command, Option } from 'commander';
import { integerFrom, list } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions } from '../service-options.js';
import { inProject } from './in-project.js';
import { all, moment } from './lists.js';
import { showSecret } from './objects.js';

/** Longest overlap of a rotation, s. */
const MAX_OVERLAP = 7 * 86_400;

/** `gleaner keys`: the keys of a project. */
export function defineKeys(command: Command): void {
  serviceOptions(command.command('list').description('list the keys of the project, newest first')).action(
    (args: ServiceArguments) =>
      inProject(args, async (gleaner, projectId, screen) => {
        const keys = await all(gleaner.list('/v1/projects/{projectId}/keys', { path: { projectId } }));
        if (args.json === true) return screen.json(keys);
        screen.line(keys.length === 0 ? 'No keys. `gleaner keys create` makes one' : keyTable(keys));
      }),
  );
  serviceOptions(command.command('create').description('create a key; its text is shown once'))
    .argument('<name>', 'purpose of the key')
    .addOption(
      new Option('--scopes <names>', 'read, write or admin, separated by commas').argParser(list).default(['read']),
    )
    .option('--expires <time>', 'expiry, such as 2027-01-01T00:00:00Z; default: never')
    .action((name: string, args: ServiceArguments & { readonly scopes: string[]; readonly expires?: string }) =>
      inProject(args, async (gleaner, projectId, screen) => {
        // The service validates the scopes.
        const scopes = args.scopes as Schemas['CreateApiKeyInput']['scopes'];
        const input = { name, scopes, expiresAt: args.expires };
        const params = { path: { projectId } };
        tell(await gleaner.post('/v1/projects/{projectId}/keys', { params, body: input }), args, screen);
      }),
    );
  serviceOptions(command.command('rotate').description('replace a key; the old one stays valid for a while'))
    .argument('<id>', 'id of the key')
    .option('--overlap <seconds>', 'time for which the old key stays valid', integerFrom(0, MAX_OVERLAP))
    .action((id: string, args: ServiceArguments & { readonly overlap?: number }) =>
      inProject(args, async (gleaner, projectId, screen) => {
        const input = args.overlap === undefined ? {} : { overlapSeconds: args.overlap };
        const params = { path: { projectId, id } };
        tell(await gleaner.post('/v1/projects/{projectId}/keys/{id}/rotate', { params, body: input }), args, screen);
      }),
    );
  serviceOptions(command.command('revoke').description('revoke a key at once'))
    .argument('<id>', 'id of the key')
    .action((id: string, args: ServiceArguments) =>
      inProject(args, async (gleaner, projectId, screen) => {
        await gleaner.delete('/v1/projects/{projectId}/keys/{id}', { params: { path: { projectId, id } } });
        screen.line(`key ${id} is revoked`);
      }),
    );
}

function tell(key: NewApiKey, { json }: ServiceArguments, screen: Screen): void {
  if (json === true) return screen.json(key);
  showSecret(key.secret, `key ${key.id}, ${key.name}: ${key.scopes.join(', ')}`, screen);
}

function keyTable(keys: readonly ApiKey[]): string {
  return table([
    ['name', 'scopes', 'created', 'last used', 'expires', 'revoked', 'id'],
    ...keys.map((key) => [
      key.name,
      key.scopes.join(','),
      moment(key.createdAt),
      moment(key.lastUsedAt),
      moment(key.expiresAt),
      moment(key.revokedAt),
      key.id,
    ]),
  ]);
}
