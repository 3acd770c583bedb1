import { Injectable } from '@nestjs/common';
import { domainNamed } from '../../../domain/scope/index.js';
import { isUuid } from '../../../platform/api/index.js';
import { type DatabaseTransaction } from '../../../platform/database/index.js';
import { invalid, notFound } from '../../../platform/errors/index.js';
import { PageDocuments } from '../labels/index.js';
import { ExamplesService, TopicsService } from '../../topics/topics/index.js';
import {
  type DomainRemark,
  type DomainVerdict,
  labelOf,
  MAX_TAGS,
  NO_REMARK,
  type PageRemark,
  pageVerdictOf,
  type Previous,
  type Remarks,
  type PreviousRemarks,
  type StoredRemark,
} from './remarks.js';
import { type NamedPage, RemarksRepository, type TeachingPage } from './remarks.repository.js';

/** A page with its text for models. */
interface Document {
  readonly url: string;
  readonly title: string;
  readonly text: string | null;
  readonly anchors: readonly string[];
}
type LabelledDocument = Document & { readonly relevant: boolean };
/** A remark with the page that its key names. */
type KnownPageRemark = PageRemark & { readonly page: NamedPage };
type Decided = 'keep' | 'reject';

/** People's verdicts, tags and notes. The verdict on a page is its label. */
@Injectable()
export class RemarksService {
  constructor(
    private readonly topics: TopicsService,
    private readonly examples: ExamplesService,
    private readonly documents: PageDocuments,
    private readonly remarks: RemarksRepository,
  ) {}

  /**
   * Writes remarks on pages and domains, in one transaction.
   *
   * A verdict on a domain also labels some of its unlabelled pages, so that models learn from it; withdrawing it
   * removes these labels.
   *
   * @returns the previous remarks: writing them undoes this call
   * @throws DomainError NOT_FOUND; VALIDATION_FAILED naming an entry that is not in the collection, or occurs twice;
   * CONFLICT if the topic has reached its limit of examples
   */
  async write(topicId: string, { pages, domains }: Remarks): Promise<PreviousRemarks> {
    await this.topics.get(topicId);
    const pageRemarks = pages ?? [];
    const domainRemarks = (domains ?? []).map((remark) => ({ ...remark, name: domainNamed(remark.name) }));
    if (pageRemarks.length + domainRemarks.length === 0)
      throw invalid('pages', 'the call has no remark', 'remarks on pages or domains');
    const known = await this.withPages(topicId, pageRemarks);
    await this.requireDomains(topicId, domainRemarks);
    const labelled = await this.labelledDocuments(known);
    const teaching = await this.teaching(topicId, domainRemarks);
    const before = await this.remarks.change(topicId, async (db) => ({
      pages: await this.writePageRemarks(db, topicId, known, labelled),
      domains: await this.writeDomainRemarks(db, topicId, domainRemarks, teaching),
    }));
    if (before === null) throw notFound('topic', topicId);
    return before;
  }

  private async withPages(topicId: string, remarks: readonly PageRemark[]): Promise<KnownPageRemark[]> {
    remarks.forEach(({ key }, i) => {
      if (!isUuid(key)) throw invalid(`pages[${i}].key`, `${JSON.stringify(key)} is no key`, 'keys of pages');
    });
    refuseTwice(
      remarks.map(({ key }) => key.toLowerCase()),
      'pages',
      'key',
    );
    const pages = await this.remarks.pages(
      topicId,
      remarks.map(({ key }) => key),
    );
    const named = new Map(pages.map((page) => [page.key, page]));
    return remarks.map((remark, i) => {
      const page = named.get(remark.key.toLowerCase());
      if (page !== undefined) return { ...remark, page };
      throw invalid(`pages[${i}].key`, `the collection has no page ${remark.key}`, 'keys of pages of the collection');
    });
  }

  private async requireDomains(topicId: string, remarks: readonly DomainRemark[]): Promise<void> {
    const names = remarks.map(({ name }) => name);
    refuseTwice(names, 'domains', 'name');
    const there = new Set(await this.remarks.domains(topicId, names));
    const missing = names.findIndex((name) => !there.has(name));
    if (missing >= 0) throw await this.remarks.unknownDomain(topicId, `domains[${missing}].name`, names[missing]);
  }

  /** The pages that get a label by these remarks. */
  private async labelledDocuments(remarks: readonly KnownPageRemark[]): Promise<LabelledDocument[]> {
    const labelled = remarks.flatMap(({ verdict, page }) => {
      const relevant = verdict == null ? null : labelOf(verdict);
      return relevant === null ? [] : [{ page, relevant }];
    });
    const documents = await this.documentsOf(labelled.map(({ page }) => page));
    return labelled.map(({ relevant }, i) => ({ ...documents[i], relevant }));
  }

  /** In the order of the pages. If a page's session is gone, training fetches the text. */
  private async documentsOf(pages: readonly TeachingPage[]): Promise<Document[]> {
    const steps = new Map<string, number[]>();
    for (const { sessionId, step } of pages)
      if (sessionId !== null && step !== null) steps.set(sessionId, [...(steps.get(sessionId) ?? []), step]);
    const read = new Map<string, Document>();
    for (const [sessionId, list] of steps)
      for (const { url, title, text, anchors } of (await this.documents.of(sessionId, list)).values())
        read.set(url, { url, title, text, anchors });
    return pages.map(({ url, title }) => read.get(url) ?? { url, title: title ?? '', text: null, anchors: [] });
  }

  /** The pages labelled by verdicts on domains, by domain. */
  private async teaching(topicId: string, remarks: readonly DomainRemark[]): Promise<Map<string, Document[]>> {
    const pages: TeachingPage[] = [];
    for (const verdict of ['keep', 'reject'] as const) {
      const names = remarks.filter((one) => one.verdict === verdict).map(({ name }) => name);
      if (names.length > 0) pages.push(...(await this.remarks.teaching(topicId, verdict, names)));
    }
    const documents = await this.documentsOf(pages);
    const teaching = new Map<string, Document[]>();
    pages.forEach(({ domain }, i) => {
      const ofDomain = teaching.get(domain);
      if (ofDomain) ofDomain.push(documents[i]);
      else teaching.set(domain, [documents[i]]);
    });
    return teaching;
  }

  private async writePageRemarks(
    db: DatabaseTransaction,
    topicId: string,
    remarks: readonly KnownPageRemark[],
    labelled: readonly LabelledDocument[],
  ): Promise<Previous<PageRemark>[]> {
    const stored = await this.remarks.find(
      db,
      topicId,
      'page',
      remarks.map(({ page }) => page.key),
    );
    const labels = await this.remarks.labels(
      db,
      topicId,
      remarks.map(({ page }) => page.url),
    );
    const before = remarks.map(({ key, page }) => {
      const { tags, note } = stored.get(page.key) ?? NO_REMARK;
      return { key, verdict: pageVerdictOf(labels.get(page.url) ?? null), tags, note };
    });
    if (labelled.length > 0) await this.examples.label(topicId, labelled, db);
    await this.remarks.unlabel(
      db,
      topicId,
      remarks.filter(({ verdict }) => verdict === 'undecided').map(({ page }) => page.url),
      [],
    );
    await this.remarks.save(
      db,
      topicId,
      'page',
      remarks.map(({ page: { key }, note, ...said }, i) => {
        const old = stored.get(key) ?? { key, ...NO_REMARK };
        return { ...old, tags: tagsAfter(old.tags, said, `pages[${i}]`), note: note ?? old.note };
      }),
    );
    return before;
  }

  private async writeDomainRemarks(
    db: DatabaseTransaction,
    topicId: string,
    remarks: readonly DomainRemark[],
    teaching: ReadonlyMap<string, readonly Document[]>,
  ): Promise<Previous<DomainRemark>[]> {
    const stored = await this.remarks.find(
      db,
      topicId,
      'domain',
      remarks.map(({ name }) => name),
    );
    const before = remarks.map(({ name }) => {
      const { verdict, tags, note } = stored.get(name) ?? NO_REMARK;
      return { name, verdict: verdict ?? ('undecided' as const), tags, note };
    });
    const rows: StoredRemark[] = [];
    for (const [i, { name, verdict, note, ...said }] of remarks.entries()) {
      const old = stored.get(name) ?? { key: name, ...NO_REMARK };
      const decided = verdict == null ? old.verdict : decidedOf(verdict);
      let taught = old.taught;
      if (decided !== old.verdict) {
        await this.remarks.unlabel(
          db,
          topicId,
          [],
          old.taught.map((id) => ({ id, relevant: old.verdict === 'keep' })),
        );
        taught = decided === null ? [] : await this.teach(db, topicId, decided, teaching.get(name) ?? []);
      }
      rows.push({
        ...{ key: name, verdict: decided, taught },
        ...{ tags: tagsAfter(old.tags, said, `domains[${i}]`), note: note ?? old.note },
      });
    }
    await this.remarks.save(db, topicId, 'domain', rows);
    return before;
  }

  /** Labels pages of a domain according to its verdict; labels given meanwhile stay. @returns ids of the labels */
  private async teach(
    db: DatabaseTransaction,
    topicId: string,
    verdict: Decided,
    pages: readonly Document[],
  ): Promise<string[]> {
    const urls = pages.map(({ url }) => url);
    const labelled = await this.remarks.labels(db, topicId, urls);
    const free = pages.filter(({ url }) => !labelled.has(url));
    if (free.length === 0) return [];
    await this.examples.label(
      topicId,
      free.map((page) => ({ ...page, relevant: verdict === 'keep' })),
      db,
    );
    const ids = await this.remarks.labelIds(db, topicId, urls);
    return free.flatMap(({ url }) => ids.get(url) ?? []);
  }
}

const decidedOf = (verdict: DomainVerdict): Decided | null => (verdict === 'undecided' ? null : verdict);

/** @param at the remark in the call: `pages[0]` */
function tagsAfter(
  stored: readonly string[],
  { tags, addTags, removeTags }: Pick<PageRemark, 'tags' | 'addTags' | 'removeTags'>,
  at: string,
): string[] {
  const base = tags == null ? stored : cleaned(tags, `${at}.tags`);
  const removed = new Set(cleaned(removeTags ?? [], `${at}.removeTags`));
  const after = new Set([...base, ...cleaned(addTags ?? [], `${at}.addTags`)].filter((tag) => !removed.has(tag)));
  if (after.size > MAX_TAGS)
    throw invalid(`${at}.addTags`, `there would be ${after.size} tags`, `at most ${MAX_TAGS} tags in all`);
  return [...after].sort();
}

function cleaned(tags: readonly string[], field: string): string[] {
  const clean = tags.map((tag) => tag.trim());
  const empty = clean.indexOf('');
  if (empty >= 0) throw invalid(`${field}[${empty}]`, 'the tag is empty', 'words');
  return clean;
}

function refuseTwice(names: readonly string[], list: string, field: string): void {
  const twice = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twice >= 0)
    throw invalid(`${list}[${twice}].${field}`, `${JSON.stringify(names[twice])} is there twice`, 'each one once');
}
