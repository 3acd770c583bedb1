import { hostOf, registrableDomain } from '../../domain/url/index.js';
import type { DemoWeb, LexicographerClass } from '../../modules/research/demo-web/index.js';
import type { ServiceClient } from '../service-client.js';

/** A session's results, judged by the lexicographers instead of the session's own model. */
export interface TrueHarvest {
  readonly pages: number;
  readonly relevant: number;
  readonly relevantDomains: number;
  /** Steps of the pages that model and lexicographers both call relevant, ascending. */
  readonly agreedSteps: readonly number[];
}

/** The fields of an exported page that are read here. */
interface PageRow {
  readonly step: number;
  readonly finalUrl: string;
  readonly outcome: string;
  readonly relevant: boolean;
}

export async function trueHarvest(
  client: ServiceClient,
  sessionId: string,
  web: DemoWeb,
  of: LexicographerClass,
): Promise<TrueHarvest> {
  const domains = new Set<string>();
  const agreedSteps: number[] = [];
  let pages = 0;
  let relevant = 0;
  for await (const row of client.gleaner.exportRows<PageRow>(sessionId, 'pages')) {
    if (row.outcome !== 'page') continue;
    pages++;
    if (web.classOf(row.finalUrl) !== of) continue;
    relevant++;
    domains.add(registrableDomain(hostOf(row.finalUrl)));
    if (row.relevant) agreedSteps.push(row.step);
  }
  return { pages, relevant, relevantDomains: domains.size, agreedSteps: agreedSteps.sort((a, b) => a - b) };
}
