import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded, type Schemas, type Session, type SessionInput } from '#client';
import { writeFileFrom } from '../files.js';
import { type CommandContext, requireCompleted, runSession } from '../run-session.js';
import { table } from '../screen.js';
import type { ServiceClient } from '../service-client.js';

type Domain = Schemas['CollectedDomainDto'];

const POLL_MS = 100;
/** Of the budget of a policy. */
const SECOND_SHARE = 0.2;
const GATHERED_SHARE = 0.1;
const GATHERED_DOMAINS = 3;
/** Domains among which the one to reject is chosen. */
const READ_DOMAINS = 100;

/** The collection after a step of the tour. */
interface CollectionStep {
  readonly step: string;
  readonly fetched: number;
  readonly relevant: number;
  readonly relevantDomains: number;
}

interface CollectionTour {
  readonly steps: readonly CollectionStep[];
  /** Null if there was only the seeds' own. */
  readonly rejected: string | null;
  readonly gathered: readonly string[];
  /** The file with the relevant pages, and their number. */
  readonly file: string;
  readonly exported: number;
}

/**
 * Goes on from the sessions of the topic to its collection: rejects a domain, crawls further, gathers the most
 * promising domains, and exports the relevant pages.
 *
 * @param input settings of the sessions before
 */
export async function tourCollection(
  context: CommandContext,
  { topicId, before, dataDir }: TouredTopic,
  input: SessionInput & { readonly budget: { readonly fetches: number } },
): Promise<CollectionTour> {
  const { client, signal } = context;
  const { gleaner } = client;
  const params = { path: { id: topicId } };
  const steps: CollectionStep[] = [];
  const note = async (step: string, fetched: number): Promise<void> => {
    const { relevant, relevantDomainCount } = await upToDate(client, topicId, signal);
    steps.push({ step, fetched, relevant, relevantDomains: relevantDomainCount });
  };
  const part = (share: number): number => Math.max(1, Math.round(share * input.budget.fetches));
  await note(
    `${before.length} sessions`,
    before.reduce((sum, { fetched }) => sum + fetched, 0),
  );

  const all = await gleaner.get('/v1/topics/{id}/domains', {
    params: { ...params, query: { first: READ_DOMAINS, sort: 'pages', seedDomain: false } },
  });
  const rejected = mostIrrelevant(all.items);
  if (rejected !== null) {
    const domains = [{ name: rejected, verdict: 'reject' as const }];
    await gleaner.post('/v1/topics/{id}/verdicts', { params, body: { domains } });
    await note(`${rejected} rejected`, 0);
  }

  const known = { ...input, known: 'reuse' as const, budget: { fetches: part(SECOND_SHARE) } };
  const second = await runSession(context, topicId, known);
  requireCompleted(second);
  await note(`${second.policy} again, from the collection`, second.fetched);

  const promising = await gleaner.get('/v1/topics/{id}/domains', {
    params: { ...params, query: { first: GATHERED_DOMAINS, sort: 'expected', relevant: true } },
  });
  const gathered = promising.items.map(({ name }) => name);
  if (gathered.length > 0) {
    const { modelId, randomSeed, hostDelayMs, hostConcurrency, concurrency, render } = input;
    const session = { modelId, randomSeed, hostDelayMs, hostConcurrency, concurrency, render };
    const body = { domains: gathered, fetches: part(GATHERED_SHARE), session };
    const gathering = await gleaner.post('/v1/topics/{id}/gather', { params, body });
    const ended = await gleaner.waitForSession(gathering.id, { until: hasEnded, signal });
    requireCompleted(ended);
    await note(`${gathered.length} domains gathered`, ended.fetched);
  }

  const file = join(dataDir, 'relevant-pages.csv');
  const query = { format: 'csv' as const, relevant: true, duplicate: false };
  await writeFileFrom(await gleaner.download('/v1/topics/{id}/pages/export', { params: { ...params, query } }), file);
  return { steps, rejected, gathered, file, exported: steps.at(-1)?.relevant ?? 0 };
}

interface TouredTopic {
  readonly topicId: string;
  /** Sessions of the topic that have ended. */
  readonly before: readonly Session[];
  readonly dataDir: string;
}

/** The domain with the most irrelevant pages. */
const mostIrrelevant = (domains: readonly Domain[]): string | null =>
  [...domains].sort((a, b) => b.pages - b.relevant - (a.pages - a.relevant)).at(0)?.name ?? null;

async function upToDate(client: ServiceClient, id: string, signal: AbortSignal): Promise<Schemas['CollectionDto']> {
  for (;;) {
    const collection = await client.gleaner.get('/v1/topics/{id}/collection', { params: { path: { id } } });
    if (collection.behind === 0) return collection;
    await sleep(POLL_MS, undefined, { signal });
  }
}

export const collectionLines = ({ steps, file, exported }: CollectionTour): string =>
  [
    table([
      ['the collection after', 'fetched', 'relevant pages', 'relevant domains'],
      ...steps.map((one) => [one.step, String(one.fetched), String(one.relevant), String(one.relevantDomains)]),
    ]),
    `${exported} relevant pages are in ${file}.`,
  ].join('\n');
