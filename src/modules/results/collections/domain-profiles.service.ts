import { Inject, Injectable } from '@nestjs/common';
import { parseRobots } from '../../../domain/politeness/index.js';
import { ENGLISH, tellingWords, wilsonInterval } from '../../../domain/topic/index.js';
import { registrableDomain } from '../../../domain/url/index.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/index.js';
import { CollectedPagesRepository } from './collected-pages.repository.js';
import { CollectionsService } from './collections.service.js';
import { BEST_PAGES, MOST_NEIGHBOURS, MOST_WORDS, type RobotsState, summaryOf } from './domain-profile.js';
import {
  DomainProfilesRepository,
  type LinkingHost,
  type Place,
  type StoredHome,
} from './domain-profiles.repository.js';
import type { CollectedDomainDto } from './dto/collected-domain.dto.js';
import type {
  CollectedDomainDetailsDto,
  DomainOnPathDto,
  DomainProfileDto,
  NeighbourDomainDto,
} from './dto/domain-profile.dto.js';

/** Standard errors on each side of a 95% interval. */
const Z = 1.96;
const BEST = { sort: 'probability', order: 'desc', backward: false, cursor: null, limit: BEST_PAGES } as const;
/** Sessions whose links are read. */
const MAX_SESSIONS = 3;

/** Builds profiles of domains from a bounded part of the stored pages and links. */
@Injectable()
export class DomainProfilesService {
  constructor(
    private readonly collections: CollectionsService,
    private readonly pages: CollectedPagesRepository,
    private readonly profiles: DomainProfilesRepository,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'CRAWL_USER_AGENT'>,
  ) {}

  /** @throws DomainError NOT_FOUND for topic or domain */
  async details(topicId: string, name: string): Promise<CollectedDomainDetailsDto> {
    const domain = await this.collections.domain(topicId, name);
    return Object.assign(domain, { profile: await this.of(domain) });
  }

  async of({ topicId, name, pages, relevant }: CollectedDomainDto): Promise<DomainProfileDto> {
    const [homeUrl, home, places] = await Promise.all([
      this.homeUrl(topicId, name),
      this.home(topicId, name),
      this.profiles.newestPages(topicId, name),
    ]);
    const best = await this.pages.list(
      [topicId],
      { domain: name, relevant: true, duplicate: false, gone: false, afterSessionOf: null, seedDomains: null },
      BEST,
    );
    const { icon, text: _, ...facts } = home ?? { icon: null, text: null };
    return {
      home: home === null ? null : (facts as Omit<StoredHome, 'icon' | 'text'>),
      summary: home === null ? null : summaryOf(home),
      words: await this.words(topicId, name, home?.language ?? null),
      bestPages: best.get(topicId) ?? [],
      shareAtMost: wilsonInterval(relevant, pages, Z).high,
      path: await this.path(topicId, name),
      ...(await this.neighbours(topicId, name, places)),
      icon: icon ?? new URL('/favicon.ico', home?.url ?? homeUrl).href,
      robots: await this.robots(home?.url ?? homeUrl),
    };
  }

  /** The presumed URL of a domain's home page. */
  async homeUrl(topicId: string, name: string): Promise<string> {
    return (await this.profiles.homeUrls(topicId, [name])).get(name) ?? `https://${name}/`;
  }

  /** The home page from a session; otherwise the one fetched for the profile. */
  async home(topicId: string, name: string): Promise<StoredHome | null> {
    const urls = ['https', 'http'].flatMap((scheme) => [`${scheme}://${name}/`, `${scheme}://www.${name}/`]);
    const usual = await this.homeUrl(topicId, name);
    return (
      (await this.profiles.homeOfSessions(topicId, [usual, ...urls.filter((url) => url !== usual)])) ??
      this.profiles.homeFetched(topicId, name)
    );
  }

  private async words(topicId: string, name: string, language: string | null): Promise<string[]> {
    const { own, others } = await this.profiles.texts(topicId, name);
    const spoken = language ?? (await this.profiles.language(topicId, name)) ?? ENGLISH;
    const input = { current: [], rejected: [], relevant: own, others, background: [], language: spoken };
    // A word in only one of several pages may be specific to that page.
    return tellingWords(input, null, Math.min(2, own.length)).slice(0, MOST_WORDS);
  }

  private async path(topicId: string, name: string): Promise<DomainOnPathDto[]> {
    const first = await this.profiles.firstPage(topicId, name);
    if (first === null) return [];
    const path: DomainOnPathDto[] = [];
    for (const { host, url, title } of await this.profiles.pathTo(first)) {
      const domain = registrableDomain(host);
      // Of consecutive pages of one domain, the last one contained the link.
      if (path.at(-1)?.name === domain) path.pop();
      path.push({ name: domain, url, title });
    }
    return path;
  }

  private async neighbours(
    topicId: string,
    name: string,
    places: readonly Place[],
  ): Promise<Pick<DomainProfileDto, 'linkedFrom' | 'linksTo'>> {
    const sessions = [...new Set(places.map(({ sessionId }) => sessionId))].slice(0, MAX_SESSIONS);
    const [from, to] = [new Map<string, number>(), new Map<string, number>()];
    for (const sessionId of sessions) {
      const steps = places.filter((place) => place.sessionId === sessionId).map(({ step }) => step);
      addInto(from, await this.profiles.hostsLinkingTo(sessionId, steps), name);
      addInto(to, await this.profiles.hostsLinkedFrom(sessionId, steps), name);
    }
    const [linkedFrom, linksTo] = [mostOf(from), mostOf(to)];
    const collected = await this.profiles.collected(
      topicId,
      [...linkedFrom, ...linksTo].map(([domain]) => domain),
    );
    const named = (list: readonly (readonly [string, number])[]): NeighbourDomainDto[] =>
      list.map(([domain, pages]) => ({ name: domain, pages, collected: collected.has(domain) }));
    return { linkedFrom: named(linkedFrom), linksTo: named(linksTo) };
  }

  private async robots(url: string): Promise<RobotsState> {
    const file = await this.profiles.robots(new URL(url).origin);
    if (file === null) return 'unknown';
    if (file.body === null) return 'unreachable';
    return parseRobots(file.body).isAllowed(url, this.config.CRAWL_USER_AGENT) ? 'allowed' : 'refused';
  }
}

/** Adds hosts to the counts of their domains, except the domain itself. */
function addInto(domains: Map<string, number>, hosts: readonly LinkingHost[], itself: string): void {
  for (const { host, pages } of hosts) {
    const domain = registrableDomain(host);
    if (domain !== itself) domains.set(domain, (domains.get(domain) ?? 0) + pages);
  }
}

const mostOf = (domains: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...domains].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_NEIGHBOURS);
