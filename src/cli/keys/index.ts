import { type Command, Option } from 'commander';
import { integerFrom, list } from '../options.js';
import { type Screen, table } from '../screen.js';
import type { ServiceClient } from '../service-client.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import type { KeyBody, NewKeyBody, ProjectBody } from './key-bodies.js';

/** Longest overlap of a rotation, s. */
const MAX_OVERLAP = 7 * 86_400;

/** `gleaner keys`: the keys of a project. */
export function defineKeys(command: Command): void {
  serviceOptions(command.command('list').description('list the keys of the project, newest first')).action(
    (args: ServiceArguments) =>
      inProject(args, async (client, path, screen) => {
        const keys = await all<KeyBody>(client, `${path}/keys`);
        if (args.json === true) return screen.line(JSON.stringify(keys, null, 2));
        screen.line(keys.length === 0 ? 'No keys. `gleaner keys create` makes one' : keyTable(keys));
      }),
  );
  serviceOptions(command.command('create').description('make a key; its text is shown once'))
    .argument('<name>', 'what the key is for')
    .addOption(
      new Option('--scopes <names>', 'read, write or admin, separated by commas').argParser(list).default(['read']),
    )
    .option('--expires <time>', 'when it ends, such as 2027-01-01T00:00:00Z; default: never')
    .action(
      (name: string, args: ServiceArguments & { readonly scopes: readonly string[]; readonly expires?: string }) =>
        inProject(args, async (client, path, screen) => {
          const input = { name, scopes: args.scopes, expiresAt: args.expires ?? null };
          tell(await client.json<NewKeyBody>('POST', `${path}/keys`, input), args, screen);
        }),
    );
  serviceOptions(command.command('rotate').description('replace a key; the old one stays valid for a while'))
    .argument('<id>', 'id of the key')
    .option('--overlap <seconds>', 'how long the old one stays valid', integerFrom(0, MAX_OVERLAP))
    .action((id: string, args: ServiceArguments & { readonly overlap?: number }) =>
      inProject(args, async (client, path, screen) => {
        const input = args.overlap === undefined ? {} : { overlapSeconds: args.overlap };
        tell(
          await client.json<NewKeyBody>('POST', `${path}/keys/${encodeURIComponent(id)}/rotate`, input),
          args,
          screen,
        );
      }),
    );
  serviceOptions(command.command('revoke').description('revoke a key at once'))
    .argument('<id>', 'id of the key')
    .action((id: string, args: ServiceArguments) =>
      inProject(args, async (client, path, screen) => {
        await client.json('DELETE', `${path}/keys/${encodeURIComponent(id)}`);
        screen.line(`key ${id} is revoked`);
      }),
    );
}

/** `gleaner projects`: for operators. */
export function defineProjects(command: Command): void {
  serviceOptions(command.command('list').description('list the projects, newest first')).action(
    (args: ServiceArguments) =>
      withNamedService(args, async (client, screen) => {
        const projects = await all<ProjectBody>(client, '/v1/projects');
        if (args.json === true) return screen.line(JSON.stringify(projects, null, 2));
        screen.line(
          table([['name', 'created', 'id'], ...projects.map((one) => [one.name, day(one.createdAt), one.id])]),
        );
      }),
  );
  serviceOptions(command.command('create').description('make a project'))
    .argument('<name>', 'name of the project')
    .action((name: string, args: ServiceArguments) =>
      withNamedService(args, async (client, screen) => {
        const project = await client.json<ProjectBody>('POST', '/v1/projects', { name });
        screen.line(args.json === true ? JSON.stringify(project, null, 2) : `project ${project.name}: ${project.id}`);
      }),
    );
  serviceOptions(command.command('delete').description('delete a project that owns nothing any more'))
    .argument('<id>', 'id of the project')
    .action((id: string, args: ServiceArguments) =>
      withNamedService(args, async (client, screen) => {
        await client.json('DELETE', `/v1/projects/${encodeURIComponent(id)}`);
        screen.line(`project ${id} is deleted`);
      }),
    );
}

/** Does work with the keys of the project that the calls are about. */
function inProject(
  args: ServiceArguments,
  work: (client: ServiceClient, path: string, screen: Screen) => Promise<void>,
): Promise<void> {
  return withNamedService(args, async (client, screen) => {
    const { id } = await client.json<ProjectBody>('GET', '/v1/project');
    await work(client, `/v1/projects/${id}`, screen);
  });
}

async function all<T>(client: ServiceClient, path: string): Promise<T[]> {
  const rows: T[] = [];
  for await (const row of client.listed<T>(path)) rows.push(row);
  return rows;
}

/** The text alone on standard output, so that it can be piped into a secret store. */
function tell({ key, text }: NewKeyBody, { json }: ServiceArguments, screen: Screen): void {
  if (json === true) return screen.line(JSON.stringify({ key, text }, null, 2));
  screen.note(`key ${key.id}, ${key.name}: ${key.scopes.join(', ')}. It is not shown again:`);
  screen.line(text);
}

const day = (moment: string | null): string => moment?.slice(0, 16).replace('T', ' ') ?? '-';

function keyTable(keys: readonly KeyBody[]): string {
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
