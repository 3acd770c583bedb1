import { createGleaner, type Gleaner, type Session } from '../../clients/typescript/src/index.js';
import { type CommandRun, runCommand } from '../support/command.js';
import { type LabellerRequest, labelling, startLabeller, type TestLabeller } from '../support/labeller-server.js';
import { createRandomWeb, type RandomWeb, type ServedWeb, serveRandomWeb } from '../support/random-web.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';

export const KEY = 'operators-key-0123456789';
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** One service that crawls a small web, and the command line on it. All suites of the command line use the same. */
export interface CommandService {
  readonly service: TestService;
  readonly gleaner: Gleaner;
  readonly seeds: readonly string[];
  /** Prefix of the texts of pages from now on, by URL. */
  readonly additions: Map<string, string>;
  readonly labelled: readonly LabellerRequest[];
  /** The topic and the session of the first tests. */
  topicId: string;
  session: Session;
  /** @param answers input of a person at a terminal */
  command(args: readonly string[], answers?: string | null, key?: string): Promise<CommandRun>;
  /** Output of a command with `--json`. @throws Error unless it succeeds */
  json<T>(...args: string[]): Promise<T>;
  stop(): Promise<void>;
}

/** The web, whose pages can change. */
function changing(web: RandomWeb, additions: ReadonlyMap<string, string>): RandomWeb {
  return {
    seeds: web.seeds,
    page: (url) => {
      const page = web.page(url);
      const addition = additions.get(url);
      if (page.kind !== 'html' || addition === undefined) return page;
      return { ...page, html: page.html.replace('<p>', `<p>${addition} `) };
    },
  };
}

export async function startCommandService(): Promise<CommandService> {
  const additions = new Map<string, string>();
  const web = changing(createRandomWeb({ sites: 12, pagesPerSite: 2_000, linksPerPage: 6 }), additions);
  const server: ServedWeb = await serveRandomWeb(web, () => 0);
  const labeller: TestLabeller = await startLabeller(labelling((text) => text.includes('cheddar')));
  const settings = {
    CRAWL_ALLOW_PRIVATE_NETWORKS: 'true',
    LABELLER_URL: labeller.url,
    LABELLER_MODEL: 'stand-in:1b',
  };
  const service = await startService({ API_KEYS: KEY, ...settings });
  const worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    ARCHIVE_DIR: service.config.ARCHIVE_DIR,
    ...settings,
  });
  const command: CommandService['command'] = (args, answers = null, key = KEY) =>
    runCommand([...args, '--url', service.url, '--key', key], answers);
  return {
    service,
    gleaner: createGleaner({ url: service.url, key: KEY }),
    seeds: web.seeds,
    additions,
    labelled: labeller.requests,
    topicId: '',
    session: {} as Session,
    command,
    json: async <T>(...args: string[]): Promise<T> => {
      const { code, out, err } = await command([...args, '--json']);
      if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${err}`);
      return JSON.parse(out) as T;
    },
    stop: async () => {
      await worker.stop();
      await service.stop();
      await labeller.close();
      await server.close();
    },
  };
}
