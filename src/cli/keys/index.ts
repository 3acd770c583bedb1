import type { ApiKey, Gleaner, NewApiKey, Schemas } from '#client';
import { type Command, Option } from 'commander';
import { all } from '../api/lists.js';
import { integerFrom, list } from '../option-values.js';
import { type Screen, table } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';

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
  serviceOptions(command.command('create').description('make a key; its text is shown once'))
    .argument('<name>', 'what the key is for')
    .addOption(
      new Option('--scopes <names>', 'read, write or admin, separated by commas').argParser(list).default(['read']),
    )
    .option('--expires <time>', 'when it ends, such as 2027-01-01T00:00:00Z; default: never')
    .action((name: string, args: ServiceArguments & { readonly scopes: string[]; readonly expires?: string }) =>
      inProject(args, async (gleaner, projectId, screen) => {
        // The service says which scopes there are.
        const scopes = args.scopes as Schemas['CreateApiKeyInput']['scopes'];
        const input = { name, scopes, expiresAt: args.expires };
        const params = { path: { projectId } };
        tell(await gleaner.post('/v1/projects/{projectId}/keys', { params, body: input }), args, screen);
      }),
    );
  serviceOptions(command.command('rotate').description('replace a key; the old one stays valid for a while'))
    .argument('<id>', 'id of the key')
    .option('--overlap <seconds>', 'how long the old one stays valid', integerFrom(0, MAX_OVERLAP))
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

/** `gleaner projects`: for operators. */
export function defineProjects(command: Command): void {
  serviceOptions(command.command('list').description('list the projects, newest first')).action(
    (args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const projects = await all(gleaner.list('/v1/projects'));
        if (args.json === true) return screen.json(projects);
        screen.line(
          table([['name', 'created', 'id'], ...projects.map((one) => [one.name, day(one.createdAt), one.id])]),
        );
      }),
  );
  serviceOptions(command.command('create').description('make a project'))
    .argument('<name>', 'name of the project')
    .action((name: string, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const project = await gleaner.post('/v1/projects', { body: { name } });
        if (args.json === true) return screen.json(project);
        screen.line(`project ${project.name}: ${project.id}`);
      }),
    );
  serviceOptions(command.command('delete').description('delete a project that owns nothing any more'))
    .argument('<id>', 'id of the project')
    .action((id: string, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        await gleaner.delete('/v1/projects/{id}', { params: { path: { id } } });
        screen.line(`project ${id} is deleted`);
      }),
    );
}

/** Does work with the keys of the project that the calls are about. */
function inProject(
  args: ServiceArguments,
  work: (gleaner: Gleaner, projectId: string, screen: Screen) => Promise<void>,
): Promise<void> {
  return withNamedService(args, async (gleaner, screen) => {
    const { id } = await gleaner.get('/v1/project');
    await work(gleaner, id, screen);
  });
}

/** The text alone on standard output, so that it can be piped into a secret store. */
function tell({ key, text }: NewApiKey, { json }: ServiceArguments, screen: Screen): void {
  if (json === true) return screen.json({ key, text });
  screen.note(`key ${key.id}, ${key.name}: ${key.scopes.join(', ')}. It is not shown again:`);
  screen.line(text);
}

const day = (moment: string | null): string => moment?.slice(0, 16).replace('T', ' ') ?? '-';

function keyTable(keys: readonly ApiKey[]): string {
  return table([
    ['name', 'scopes', 'created', 'last used', 'expires', 'revoked', 'id'],
    ...keys.map((key) => [
      key.name,
      key.scopes.join(','),
      day(key.createdAt),
      day(key.lastUsedAt),
      day(key.expiresAt),
      day(key.revokedAt),
      key.id,
    ]),
  ]);
}
