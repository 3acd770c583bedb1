import { Injectable } from '@nestjs/common';
import {
  changeRate,
  cut,
  lookVerdict,
  type LookVerdict,
  probeHours,
  type TextChange,
  withLook,
} from '../../../../domain/monitoring/index.js';
import { isOurs, isPutOff, mayPass } from '../../../../domain/fetching/index.js';
import type { DatabaseTransaction } from '../../../../platform/database/index.js';
import { announce } from '../../../../platform/outbox/index.js';
import { type ChangeKind, MAX_WATCHED, type RunCounts } from '../monitor.js';
import {
  type KnownUrl,
  MAX_TITLE_CHARS,
  MAX_URL_CHARS,
  MonitoredPagesRepository,
} from '../monitored-pages.repository.js';
import { type NewChange, PageChangesRepository } from '../page-changes.repository.js';
import type { FollowedRun, FollowedStep } from './monitor-runs.repository.js';

const HOUR_MS = 3_600_000;
/** Limits for changes per webhook message and characters of their differences: messages stay below 20 KB. */
const CHANGES_OF_MESSAGE = 10;
const DIFFERENCE_CHARS_OF_MESSAGE = 300;

/** The state of a page before and after, if recorded. */
type Observed = Pick<NewChange, 'kind' | 'url' | 'titleBefore' | 'probabilityBefore'> & {
  readonly step: FollowedStep;
  readonly change: TextChange | null;
};

type Comparison = Pick<FollowedRun, 'monitorId' | 'priorRate' | 'settings'> & { readonly db: DatabaseTransaction };

/** Compares the results of runs' sessions with the known state, and records the new state and the changes. */
@Injectable()
export class RunComparison {
  constructor(
    private readonly pages: MonitoredPagesRepository,
    private readonly changes: PageChangesRepository,
  ) {}

  /** Compares steps, in the transaction in which the run advances past them. @returns their counts */
  async compare(db: DatabaseTransaction, run: FollowedRun, steps: readonly FollowedStep[]): Promise<RunCounts> {
    const { monitorId, sessionId, priorRate, settings } = run;
    const comparison = { db, settings, monitorId, priorRate };
    const known = await this.pages.known(db, monitorId, [...new Set(steps.flatMap((s) => [s.url, s.finalUrl]))]);
    const observed: Observed[] = [];
    const withLinks: number[] = [];
    let [looked, missed] = [0, 0];
    for (const step of steps) {
      // Deferred pages come again.
      if (isPutOff(step.outcome) || isOurs(step.outcome)) continue;
      const page = known.get(step.url);
      if (page?.state === 'WATCHED' || page?.state === 'GONE') {
        const { verdict, now } = await this.look(comparison, page, step);
        known.set(step.url, now);
        looked++;
        if (verdict.kind === 'missed') missed++;
        const kind = KINDS[verdict.kind];
        if (kind !== null)
          observed.push({ ...stateBefore(page), kind, step, change: 'change' in verdict ? verdict.change : null });
        if (step.outcome === 'page') withLinks.push(step.step);
      } else if (await this.discover(comparison, known, step)) {
        observed.push({
          kind: 'NEW',
          url: step.finalUrl,
          titleBefore: null,
          probabilityBefore: null,
          step,
          change: null,
        });
        withLinks.push(step.step);
      }
    }
    await this.pages.addLinks(db, monitorId, sessionId, withLinks);
    const fresh = await this.note(db, run, observed);
    const count = (kind: ChangeKind): number => fresh.filter((one) => one.kind === kind).length;
    return {
      ...{ looked, missed },
      ...{ new: count('NEW'), changed: count('CHANGED'), gone: count('GONE'), back: count('BACK') },
    };
  }

  /** A visit of a watched page. */
  private async look(
    { db, monitorId, settings, priorRate }: Comparison,
    page: KnownUrl,
    step: FollowedStep,
  ): Promise<{ readonly verdict: LookVerdict; readonly now: KnownUrl }> {
    const gone = page.state === 'GONE';
    const look = { outcome: step.outcome, status: step.httpStatus, text: step.text };
    const verdict = lookVerdict({ text: page.text, gone, misses: page.misses }, look, settings);
    const { kind } = verdict;
    if (kind === 'gone' || kind === 'missed' || kind === 'unknown') {
      await this.pages.notThere(db, monitorId, page.url, kind, step.fetchedAt);
      return { verdict, now: { ...page, state: kind === 'gone' ? 'GONE' : page.state } };
    }
    const hours = page.lookedAt === null ? null : (step.fetchedAt.getTime() - page.lookedAt.getTime()) / HOUR_MS;
    // Visits while it was gone say nothing about how often it changes.
    const looks = gone || hours === null ? page.looks : withLook(page.looks, hours, kind === 'changed');
    const now = {
      ...page,
      state: 'WATCHED' as const,
      title: titleOf(step),
      text: step.text ?? page.text,
      probability: step.probability,
      looks,
      rate: changeRate(looks, priorRate),
      misses: 0,
      lookedAt: step.fetchedAt,
    };
    const changed = kind !== 'unchanged';
    await this.pages.looked(db, monitorId, { ...now, probeHours: probeHours(looks), changed }, step.fetchedAt);
    return { verdict, now };
  }

  /** A page that is not watched. @returns whether it is a new relevant one */
  private async discover(
    { db, monitorId, priorRate }: Comparison,
    known: Map<string, KnownUrl>,
    step: FollowedStep,
  ): Promise<boolean> {
    const target = known.get(step.finalUrl);
    const isWatched = target?.state === 'WATCHED' || target?.state === 'GONE';
    if (step.outcome === 'page' && step.relevant && !isWatched && step.finalUrl.length <= MAX_URL_CHARS) {
      const { finalUrl: url, probability, text } = step;
      const page = { url, probability, text, title: titleOf(step), rate: priorRate };
      const added = await this.pages.add(db, monitorId, page, { lookedAt: step.fetchedAt, most: MAX_WATCHED });
      // Reports it once even so: there is no room to watch it.
      if (!added) await this.pages.reject(db, monitorId, url);
      if (step.url !== url && known.has(step.url)) await this.pages.reject(db, monitorId, step.url);
      const isReported = target?.state === 'REJECTED' && !added;
      const rest = { misses: 0, looks: [], lookedAt: step.fetchedAt };
      known.set(url, { ...page, ...rest, state: added ? 'WATCHED' : 'REJECTED' });
      return !isReported;
    }
    // Irrelevant pages that foragers pass are not stored.
    if (!known.has(step.url)) return false;
    const isLast = step.outcome === 'page' || !mayPass(step.outcome, step.httpStatus);
    if (isLast) await this.pages.reject(db, monitorId, step.url);
    else await this.pages.missLink(db, monitorId, step.url);
    return false;
  }

  /** Stores changes and sends them to webhooks. @returns those that were not stored yet */
  private async note(db: DatabaseTransaction, run: FollowedRun, observed: readonly Observed[]): Promise<NewChange[]> {
    if (observed.length === 0) return [];
    const changes = observed.map((one) => changeOf(run, one));
    const stored = new Map((await this.changes.insert(db, changes)).map(({ id, step }) => [step, id]));
    const fresh = changes.filter(({ step }) => stored.has(step));
    const { id: runId, monitorId, topicId, sessionId, watchedSessionId } = run;
    for (let from = 0; from < fresh.length; from += CHANGES_OF_MESSAGE) {
      const some = fresh.slice(from, from + CHANGES_OF_MESSAGE).map((change) => ({
        id: stored.get(change.step),
        kind: change.kind,
        url: change.url,
        title: change.titleAfter ?? change.titleBefore,
        seenAt: change.seenAt.toISOString(),
        linesAdded: change.linesAdded,
        linesRemoved: change.linesRemoved,
        difference: change.difference === null ? null : cut(change.difference, DIFFERENCE_CHARS_OF_MESSAGE),
      }));
      await announce(db, {
        type: 'change.seen',
        topicId,
        ofSessions: [sessionId, watchedSessionId],
        data: { topicId, monitorId, runId, sessionId, watchedSessionId, changes: some },
      });
    }
    return fresh;
  }
}

/** The reported kind of each verdict; other verdicts are not reported. */
const KINDS: Readonly<Record<LookVerdict['kind'], ChangeKind | null>> = {
  ...{ unchanged: null, missed: null, unknown: null },
  ...{ changed: 'CHANGED', gone: 'GONE', back: 'BACK' },
};

const titleOf = ({ title }: FollowedStep): string | null => (title === null ? null : cut(title, MAX_TITLE_CHARS));

const stateBefore = ({
  url,
  title,
  probability,
}: KnownUrl): Pick<Observed, 'url' | 'titleBefore' | 'probabilityBefore'> => ({
  ...{ url, titleBefore: title, probabilityBefore: probability },
});

function changeOf(run: FollowedRun, { step, change, ...observed }: Observed): NewChange {
  const isThere = observed.kind !== 'GONE';
  return {
    ...observed,
    monitorId: run.monitorId,
    runId: run.id,
    sessionId: run.sessionId,
    step: step.step,
    titleAfter: isThere ? titleOf(step) : null,
    probabilityAfter: isThere ? step.probability : null,
    difference: change?.difference ?? null,
    truncated: change?.truncated ?? false,
    linesAdded: change?.linesAdded ?? 0,
    linesRemoved: change?.linesRemoved ?? 0,
    outcome: step.outcome,
    httpStatus: step.httpStatus,
    seenAt: step.fetchedAt,
  };
}
