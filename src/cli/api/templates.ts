import type { Schemas } from '#client';
import type { Command } from 'commander';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject } from './objects.js';
import { type SessionArguments, sessionInput, settingsOptions } from './session-input.js';

type Template = Schemas['SessionTemplateDto'];
type Settings = Schemas['SessionSettingsInput'];

type TemplateArguments = ServiceArguments & SessionArguments;

/** `gleaner templates`. */
export function defineTemplates(command: Command): void {
  listOptions(
    command.command('list').description('list the session templates, newest first'),
    'session templates',
  ).action((args: ListArguments) =>
    withNamedService(args, (gleaner, screen) =>
      showList(gleaner.list('/v1/session-templates', { query: { first: perCall(args) } }), args, ROW, screen),
    ),
  );
  objectCommand(command, 'show', 'template', 'show a session template', async (id, args, gleaner, screen) =>
    showObject(await gleaner.get('/v1/session-templates/{id}', { params: { path: { id } } }), args, text, screen),
  );
  settingsOptions(
    serviceOptions(command.command('create').description('create a session template')).argument(
      '<name>',
      'name of the template',
    ),
  ).action((name: string, args: TemplateArguments) =>
    withNamedService(args, async (gleaner, screen) => {
      const body = { name, settings: settingsOf(args) };
      showObject(await gleaner.post('/v1/session-templates', { body }), args, text, screen);
    }),
  );
  settingsOptions(
    objectCommand<TemplateArguments>(
      command,
      'update',
      'template',
      'rename a session template, or replace its settings; sessions started with it stay as they are',
      async (id, args, gleaner, screen) => {
        const settings = settingsOf(args);
        const body = given({ name: args.name, settings: Object.keys(settings).length === 0 ? undefined : settings });
        const template = await gleaner.patch('/v1/session-templates/{id}', { params: { path: { id } }, body });
        showObject(template, args, text, screen);
      },
    ).option('--name <name>', 'new name'),
  );
  objectCommand(
    command,
    'delete',
    'template',
    'delete a session template; sessions started with it stay as they are',
    async (id, _, gleaner, screen) => {
      await gleaner.delete('/v1/session-templates/{id}', { params: { path: { id } } });
      screen.note(`session template ${id} is deleted`);
    },
  );
}

/** Settings of the options, without a budget that limits nothing. */
function settingsOf({ name: _, ...args }: TemplateArguments): Settings {
  const { budget, ...settings } = sessionInput(args);
  return { ...settings, ...(Object.keys(budget ?? {}).length > 0 && { budget }) };
}

const text = (template: Template): string =>
  facts({
    id: template.id,
    name: template.name,
    settings: JSON.stringify(template.settings),
    created: moment(template.createdAt),
    changed: moment(template.updatedAt),
  });

const ROW = {
  head: ['name', 'settings', 'id'],
  words: [0, 1],
  cells: ({ name, settings, id }: Template) => [name, JSON.stringify(settings), id],
  none: 'No session templates. `gleaner templates create` makes one',
};
