import { Injectable } from '@nestjs/common';
import { policies, type SpiderKind } from '../../../domain/policies/index.js';
import { BIN_COUNTS, type BinCount, MAX_DISCOUNT, type SpiderText } from '../../../domain/spiders/index.js';
import { nameIn } from '../../../domain/text/index.js';
import { invalid, requireName } from '../../../platform/errors/index.js';
import { labelFiles, WebLibrary } from '../web-library/index.js';
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
/** The default of the policy `nb-future`. */
export const DEFAULT_BINS: BinCount = 4;
export const DEFAULT_TEXT: SpiderText = 'related';
/** The default of the foragers. */
export const DEFAULT_CLUSTERS = 50;
export const DEFAULT_VOCABULARY = 5_000;

const HOST = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]+$/;
const SETTINGS = {
  links: ['bins', 'text', 'discount'],
  'page-classes': ['clusters', 'vocabulary'],
  'link-values': [],
} as const;

/** Policies whose explanations contain the features of link values. */
const LEARNT_BY = policies.filter(({ priors }) => priors?.spiderKind === 'link-values').map(({ name }) => name);

/** Checks the training data of a spider before its job is created. */
@Injectable()
export class TrainingInput {
  constructor(
    private readonly crawled: CrawledWebsRepository,
    private readonly library: WebLibrary,
  ) {}

  /** @throws DomainError VALIDATION_FAILED naming the wrong field */
  async checked(input: TrainSpider): Promise<NewSpider> {
    const name = requireName(nameIn(input.name));
    const settings = settingsOf(input);
    const sessions = [...new Set((input.sessions ?? []).map((id) => id.toLowerCase()))];
    const webs = (input.webs ?? []).map(({ web, labels, domains }): WebSource => ({
      web,
      labels: [...new Set(labels)],
      domains: [...new Set(domains ?? [])].map((domain) => domain.toLowerCase()),
    }));
    if (sessions.length + webs.length === 0)
      throw invalid('sessions', 'a spider needs training data', 'ids of sessions, or webs');
    await this.checkSessions(sessions, settings.kind);
    await this.checkWebs(webs, settings.kind);
    return { name, sessions, webs, ...settings };
  }

  private async checkSessions(ids: readonly string[], kind: SpiderKind): Promise<void> {
    const found = new Map((await this.crawled.findMany(ids)).map((web) => [web.id, web]));
    ids.forEach((id, i) => {
      const field = `sessions[${i}]`;
      const web = found.get(id);
      if (!web) throw invalid(field, `session ${id} does not exist`, 'the id of a session');
      if (kind === 'link-values' && !LEARNT_BY.includes(web.policy))
        throw invalid(
          field,
          `session ${id} was crawled by ${web.policy}, which does not explain its choices by the features of ` +
            'link values',
          `a session of the policy ${LEARNT_BY.join(' or ')}`,
        );
      if (kind !== 'page-classes' && web.relevant === 0)
        throw invalid(
          field,
          `session ${id} has found no relevant page, so a spider cannot learn from it`,
          'a session that has found relevant pages',
        );
      if (web.fetched === 0)
        throw invalid(field, `session ${id} has fetched no page`, 'a session that has fetched pages');
    });
  }

  private async checkWebs(webs: readonly WebSource[], kind: SpiderKind): Promise<void> {
    for (const [i, { web, labels, domains }] of webs.entries()) {
      if (kind === 'link-values')
        throw invalid(
          `webs[${i}]`,
          'link values are learnt from the links that sessions followed, and recorded webs have none',
          'sessions alone',
        );
      const known = await this.library.find(web);
      if (!known)
        throw invalid(
          `webs[${i}].web`,
          `there is no recorded web ${JSON.stringify(web)}`,
          'the name of a recorded web (GET /v1/recorded-webs)',
        );
      if (kind === 'page-classes' && labels.length > 0)
        throw invalid(`webs[${i}].labels`, 'page classes use all pages, whatever their labels', 'no labels');
      if (kind === 'links' && labels.length === 0)
        throw invalid(`webs[${i}].labels`, 'labels are needed to know the relevant pages', 'one label or several');
      if (kind === 'links' && known.labels === null)
        throw invalid(
          `webs[${i}].web`,
          `recorded web ${web} has no list of labels, so its relevant pages are unknown`,
          labelFiles(web),
        );
      const wrong = domains.findIndex((domain) => !HOST.test(domain));
      if (wrong >= 0)
        throw invalid(
          `webs[${i}].domains[${wrong}]`,
          `${JSON.stringify(domains[wrong])} is not a host name`,
          'a host name such as cs.example.edu or example.edu',
        );
    }
  }
}

/** The settings of the kind, with their defaults. @throws DomainError VALIDATION_FAILED for settings of another kind */
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
