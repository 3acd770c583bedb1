import { policies } from '../../domain/policies/index.js';
import { CliError, Exit } from '../cli-error.js';
import type { Spider } from '#client';
import type { ServiceClient } from '../service-client.js';

/** Describes how commands name a spider. */
export const SPIDER_REFERENCE = 'name or id of a spider; of several versions of a name the newest one';

/** The service's calls about spiders. */
export type Spiders = Pick<ServiceClient, 'spider' | 'spiders'>;

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIST = '`gleaner spiders list` lists them';

/**
 * All versions of a name, newest first; for an id, that spider. @throws CliError if there is none; GleanerError for an
 * unknown id
 */
export async function spidersOf(client: Spiders, reference: string): Promise<Spider[]> {
  if (ID.test(reference)) return [await client.spider(reference)];
  const found: Spider[] = [];
  for await (const spider of client.spiders()) if (spider.name === reference) found.push(spider);
  if (found.length === 0) throw new CliError(`there is no spider "${reference}"; ${LIST}`, Exit.Usage);
  return found.sort((a, b) => b.version - a.version);
}

/** The newest one with which a session can start. @throws CliError if there is none; GleanerError for an unknown id */
export async function readySpider(client: Spiders, reference: string): Promise<Spider> {
  const versions = await spidersOf(client, reference);
  const ready = versions.find(({ state }) => state === 'ready');
  if (ready !== undefined) return ready;
  const [{ name, version, state, error }] = versions;
  throw new CliError(
    `no spider "${name}" is ready: version ${version} is ${state}${error === null ? '' : `, ${error}`}`,
  );
}

/** A crawl's policy and settings for starting with a spider. */
interface Beginning {
  readonly policy: string;
  readonly policyConfig: Readonly<Record<string, unknown>>;
}

/**
 * Policy and settings of a crawl that starts with a spider: settings that must match the training are copied from it.
 *
 * @param policy default: the spider's
 * @param config takes precedence
 * @throws CliError for a policy that takes no such spider
 */
export function beginWith(
  spider: Spider,
  policy: string | undefined,
  config: Readonly<Record<string, unknown>> = {},
): Beginning {
  const { id, kind, bins, text, discount, clusters } = spider;
  const able = policies.filter(({ priors }) => priors?.spiderKind === kind).map(({ name }) => name);
  const ofKind = {
    links: bins === 2 ? 'nb-immediate' : 'nb-future',
    'page-classes': 'forager-weblog',
    'link-values': 'prospector',
  };
  const chosen = policy ?? ofKind[kind];
  if (!able.includes(chosen))
    throw new CliError(
      `--spider: policy ${chosen} takes no spider of the kind ${kind}; expected one of ${able.join(', ')}`,
      Exit.Usage,
    );
  // nb-immediate always has two bins, and no setting for them.
  const learntUnder = {
    links: { ...(chosen === 'nb-immediate' ? {} : { bins }), text, discount },
    'page-classes': { clusters },
    'link-values': {},
  };
  return { policy: chosen, policyConfig: { ...learntUnder[kind], ...config, spider: id } };
}
