import { Injectable } from '@nestjs/common';
import { policies, type SpiderKind } from '../../domain/policies/index.js';
import { BIN_COUNTS, type BinCount, MAX_DISCOUNT, type SpiderText } from '../../domain/spiders/index.js';
import { foldSpace } from '../../domain/text/index.js';
import { invalid } from '../../platform/errors/index.js';
import { WebLibrary } from '../web-library/index.js';
import { CrawledWebsRepository } from './crawled-webs.repository.js';
import type { KindSettings, NewSpider, WebSource } from './spider.js';

export interface TrainSpider {
  readonly name: string;
  readonly kind?: SpiderKind | null;
  readonly sessions?: readonly string[] | null;
  readonly webs?:
    | readonly {
        readonly web: string;
        readonly labels?: readonly string[] | null;
        readonly domains?: readonly string[] | null;
      }[]
    | null;
  readonly bins?: number | null;
  readonly text?: SpiderText | null;
  readonly discount?: number | null;
  readonly clusters?: number | null;
  readonly vocabulary?: number | null;
}

export const DEFAULT_KIND: SpiderKind = 'links';
/** As the policy `nb-future` has it. */
export const DEFAULT_BINS: BinCount = 4;
export const DEFAULT_TEXT: SpiderText = 'related';
/** As the foragers have it. */
export const DEFAULT_CLUSTERS = 50;
export const DEFAULT_VOCABULARY = 5_000;

const HOST = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;
const SETTINGS = {
  links: ['bins', 'text', 'discount'],
  'page-classes': ['clusters', 'vocabulary'],
  'link-values': [],
} as const;

/** Policies that explain their choices by the facts that link values are about. */
const LEARNT_BY = policies.filter(({ priors }) => priors?.spiderKind === 'link-values').map(({ name }) => name);

/** Checks what a spider is to be trained on, before there is a job. */
@Injectable()
export class TrainingInput {
  constructor(
    private readonly crawled: CrawledWebsRepository,
    private readonly library: WebLibrary,
  ) {}

  /** @throws DomainError VALIDATION_FAILED naming the wrong field */
  async checked(input: TrainSpider): Promise<NewSpider> {
    const name = foldSpace(input.name);
    if (name === '') throw invalid('name', 'a spider needs a name', 'a text that is not blank');
    const settings = settingsOf(input);
    const sessions = [...new Set((input.sessions ?? []).map((id) => id.toLowerCase()))];
    const webs = (input.webs ?? []).map(({ web, labels, domains }): WebSource => ({
      web,
      labels: [...new Set(labels)],
      domains: [...new Set(domains ?? [])].map((domain) => domain.toLowerCase()),
    }));
    if (sessions.length + webs.length === 0)
      throw invalid('sessions', 'a spider needs something to be trained on', 'ids of sessions, or webs');
    await this.#checkSessions(sessions, settings.kind);
    await this.#checkWebs(webs, settings.kind);
    return { name, sessions, webs, ...settings };
  }

  async #checkSessions(ids: readonly string[], kind: SpiderKind): Promise<void> {
    const found = new Map((await this.crawled.findMany(ids)).map((web) => [web.id, web]));
    ids.forEach((id, i) => {
      const field = `sessions[${i}]`;
      const web = found.get(id);
      if (!web) throw invalid(field, `session ${id} does not exist`, 'the id of a session');
      if (kind === 'link-values' && !LEARNT_BY.includes(web.policy))
        throw invalid(
          field,
          `session ${id} was crawled by ${web.policy}, which does not choose by the facts that link values are about`,
          `a session of the policy ${LEARNT_BY.join(' or ')}`,
        );
      if (kind !== 'page-classes' && web.relevant === 0)
        throw invalid(
          field,
          `session ${id} has found no relevant page, so there is nothing to learn`,
          'a session that has found relevant pages',
        );
      if (web.fetched === 0)
        throw invalid(field, `session ${id} has fetched no page`, 'a session that has fetched pages');
    });
  }

  async #checkWebs(webs: readonly WebSource[], kind: SpiderKind): Promise<void> {
    for (const [i, { web, labels, domains }] of webs.entries()) {
      if (kind === 'link-values')
        throw invalid(
          `webs[${i}]`,
          'link values are learnt from what sessions followed, and nobody has followed anything on a recorded web',
          'sessions alone',
        );
      const known = await this.library.find(web);
      if (!known)
        throw invalid(
          `webs[${i}].web`,
          `there is no recorded web ${JSON.stringify(web)}`,
          'the name of a web of GET /v1/recorded-webs',
        );
      if (kind === 'page-classes' && labels.length > 0)
        throw invalid(`webs[${i}].labels`, 'page classes are made of all pages, whatever their labels', 'no labels');
      if (kind === 'links' && labels.length === 0)
        throw invalid(`webs[${i}].labels`, 'it must be known which pages are relevant', 'one label or several');
      if (kind === 'links' && known.labels === null)
        throw invalid(
          `webs[${i}].web`,
          `recorded web ${web} has no list of labels, so it is not known which pages are relevant`,
          'a web with labels',
        );
      const wrong = domains.findIndex((domain) => !HOST.test(domain));
      if (wrong >= 0)
        throw invalid(
          `webs[${i}].domains[${wrong}]`,
          `${JSON.stringify(domains[wrong])} is no host name`,
          'a host name such as cs.example.edu or example.edu',
        );
    }
  }
}

/** Those of the kind, with their defaults. @throws DomainError VALIDATION_FAILED for settings of another kind */
function settingsOf(input: TrainSpider): KindSettings {
  const kind = input.kind ?? DEFAULT_KIND;
  for (const [other, names] of Object.entries(SETTINGS))
    for (const setting of other === kind ? [] : names)
      if ((input[setting] ?? null) !== null)
        throw invalid(setting, `a spider of the kind ${kind} has no ${setting}`, `no ${setting}, or the kind ${other}`);
  const { bins, text, discount, clusters, vocabulary } = input;
  if (kind === 'links')
    return {
      kind,
      bins: BIN_COUNTS.find((count) => count === (bins ?? DEFAULT_BINS)) ?? DEFAULT_BINS,
      text: text ?? DEFAULT_TEXT,
      discount: discount ?? MAX_DISCOUNT,
      ...{ clusters: null, vocabulary: null },
    };
  if (kind === 'link-values')
    return { kind, ...{ bins: null, text: null, discount: null, clusters: null, vocabulary: null } };
  return {
    kind,
    clusters: clusters ?? DEFAULT_CLUSTERS,
    vocabulary: vocabulary ?? DEFAULT_VOCABULARY,
    ...{ bins: null, text: null, discount: null },
  };
}
