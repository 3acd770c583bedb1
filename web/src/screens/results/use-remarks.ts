import { useState } from 'preact/hooks';
import type { Action } from '../../parts/use-action.js';
import { JUDGE, type Remarks } from './queries.js';

type Fields = Readonly<Record<string, unknown>>;

/** The remarks before a change, without fields that it left alone: others may change these meanwhile. */
function undoOf(before: Remarks, said: Remarks): Remarks {
  const only = <Remark extends object>(all: readonly Remark[] = [], [first = {}]: readonly object[] = []): Remark[] =>
    all.map((one) => Object.fromEntries(Object.entries(one as Fields).filter(([name]) => name in first)) as Remark);
  return { pages: only(before.pages ?? [], said.pages ?? []), domains: only(before.domains ?? [], said.domains ?? []) };
}

/** Remarks on pages and domains. The last one can be taken back: the remarks before it are sent again. */
export function useRemarks(topicId: string, action: Action) {
  const [before, setBefore] = useState<Remarks | null>(null);
  return {
    before,
    /** @param by shows the outcome */
    async say(input: Remarks, said: string, by = action): Promise<boolean> {
      const answer = await by.run(JUDGE, { topicId, input }, said);
      if (answer) setBefore(undoOf(answer.judgeCollected, input));
      return answer !== null;
    },
    /** @returns what holds again; the collection itself follows within seconds */
    async takeBack(): Promise<Remarks> {
      const answer = before && (await action.run(JUDGE, { topicId, input: before }, 'Taken back.'));
      if (!answer) return {};
      setBefore(null);
      return before;
    },
  };
}
