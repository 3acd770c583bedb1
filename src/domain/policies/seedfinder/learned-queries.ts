import { EventLog, LEARNED_STATE_LIMITS, type LearnedState } from '../learned-state/index.js';
import type { QueryPlan } from './query-plan.js';
import type { QueryRound } from './query-round.js';

/** The results of queries. */
export class QueryLog extends EventLog {
  note(step: number, { query, failed, hits, fresh, precision }: QueryRound): void {
    const result = failed
      ? 'the search engine did not answer'
      : `${hits} hits, ${fresh} of them new, precision ${Number(precision.toPrecision(2))}`;
    this.add(step, `Query ${query}: ${result}`);
  }
}

/** The terms of queries, with the learned state of the crawl between them. */
export function learnedQueries({ terms }: QueryPlan, log: QueryLog, crawler: LearnedState | undefined): LearnedState {
  const ranked = terms.ranked();
  return {
    ...crawler,
    ranksBy: `Hits of the latest query first; then links, by: ${crawler?.ranksBy ?? 'the crawl between the queries'}`,
    tables: [
      {
        title: 'Terms of queries',
        note: 'A query is made of the best terms, of which one is new. A term gains by relevant hits that have it.',
        rowName: 'Term',
        columns: [
          { name: 'Score', note: 'Sum of its shares in relevant documents, less those in others' },
          { name: 'Asked for', note: '1 if a query had it' },
        ],
        rows: ranked
          .slice(0, LEARNED_STATE_LIMITS.rows)
          .map(({ term, score, isUsed }) => ({ name: term, values: [score, isUsed ? 1 : 0] })),
        inAll: ranked.length,
      },
      ...(crawler?.tables ?? []),
    ],
    history: log.history,
  };
}
