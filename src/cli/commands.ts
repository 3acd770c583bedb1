import type { Command } from 'commander';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** Loads the function that adds the command's options and action. */
  readonly load: () => Promise<(command: Command) => void>;
}

/** Each is loaded when it is called. Commands for a running service load no framework. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'demo',
    description: 'crawl WordNet, served as a web of 537 domains on this machine, and compare policies',
    load: async () => (await import('./demo/index.js')).defineDemo,
  },
  {
    name: 'crawl',
    description: 'crawl the web for a topic given by keywords and seeds',
    load: async () => (await import('./crawl-command.js')).defineCrawl,
  },
  {
    name: 'topics',
    description: 'list, show, create and delete topics',
    load: async () => (await import('./api/topics.js')).defineTopics,
  },
  {
    name: 'seeds',
    description: 'find seeds for a topic, and accept or reject them',
    load: async () => (await import('./api/seeds.js')).defineSeeds,
  },
  {
    name: 'sessions',
    description: 'list, start, watch, pause, resume, stop, extend and delete sessions',
    load: async () => (await import('./api/sessions.js')).defineSessions,
  },
  {
    name: 'templates',
    description: 'list, show, create, change and delete session templates: settings to start sessions with',
    load: async () => (await import('./api/templates.js')).defineTemplates,
  },
  {
    name: 'pages',
    description: 'list and search the pages of a session, and show the text of one',
    load: async () => (await import('./api/pages.js')).definePages,
  },
  {
    name: 'domains',
    description: 'list the domains of a session',
    load: async () => (await import('./api/pages.js')).defineDomains,
  },
  {
    name: 'collection',
    description: 'list and search the pages and domains of a topic over all its sessions',
    load: async () => (await import('./api/collection.js')).defineCollection,
  },
  {
    name: 'label',
    description: "label pages: those that help a topic's model most, or one by its URL",
    load: async () => (await import('./api/label.js')).defineLabel,
  },
  {
    name: 'labeller',
    description: 'let a language model label pages, and see its agreement with people',
    load: async () => (await import('./api/labeller.js')).defineLabeller,
  },
  {
    name: 'models',
    description: 'list, show, train, compare and delete relevance models',
    load: async () => (await import('./api/models.js')).defineModels,
  },
  {
    name: 'jobs',
    description: 'list, show, await and cancel jobs',
    load: async () => (await import('./api/jobs.js')).defineJobs,
  },
  {
    name: 'export',
    description: 'write pages, domains, links or the archive of a session to a file',
    load: async () => (await import('./api/export.js')).defineExport,
  },
  {
    name: 'exports',
    description: 'list, download and delete stored exports',
    load: async () => (await import('./api/exports.js')).defineExports,
  },
  {
    name: 'monitors',
    description: 'monitor relevant pages: create, run, change and delete monitors, and list changes',
    load: async () => (await import('./api/monitors.js')).defineMonitors,
  },
  {
    name: 'schedules',
    description: 'start sessions and monitors by the calendar: create, pause, resume, change and delete schedules',
    load: async () => (await import('./api/schedules.js')).defineSchedules,
  },
  {
    name: 'webhooks',
    description: 'send events to URLs: create, test, change and delete webhooks, and list deliveries',
    load: async () => (await import('./api/webhooks.js')).defineWebhooks,
  },
  {
    name: 'spiders',
    description: 'list, show, train and delete spiders, with which crawls can start',
    load: async () => (await import('./spiders/index.js')).defineSpiders,
  },
  {
    name: 'keys',
    description: 'list, create, rotate and revoke the keys of a project',
    load: async () => (await import('./api/keys.js')).defineKeys,
  },
  {
    name: 'projects',
    description: 'list, show, create, change and delete projects with their quotas',
    load: async () => (await import('./api/projects.js')).defineProjects,
  },
  {
    name: 'audit',
    description: 'list changes in a project with their actors, or write them to a file',
    load: async () => (await import('./api/audit.js')).defineAudit,
  },
  {
    name: 'mcp',
    description: 'serve tools for agents (Model Context Protocol) over standard input and output, on a running service',
    load: async () => (await import('./mcp-command.js')).defineMcp,
  },
  {
    name: 'web',
    description: 'serve a recorded or synthetic web as an HTTP forward proxy that answers for all its hosts',
    load: async () => (await import('./web-command.js')).defineWeb,
  },
  {
    name: 'lab',
    description: 'run policies on a recorded or synthetic web and compare the pages found',
    load: async () => (await import('./lab/index.js')).defineLab,
  },
  {
    name: 'backup',
    description: 'back up the database, archives and stored exports of a service, which may be running, to one file',
    load: async () => (await import('./backup-command.js')).defineBackup,
  },
  {
    name: 'restore',
    description: 'restore a backup into an empty data folder or database',
    load: async () => (await import('./backup-command.js')).defineRestore,
  },
  {
    name: 'serve',
    description: 'start the service: the API and a crawl worker, until Ctrl-C',
    load: async () => (await import('./serve-command.js')).defineServe,
  },
];
