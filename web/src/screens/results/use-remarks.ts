import { useState } from 'preact/hooks';
import type { ResultOf } from '../../api/graphql.js';
import type { Action } from '../../parts/use-action.js';
import { JUDGE, type Remarks } from './queries.js';

type Before = ResultOf<typeof JUDGE>['judgeCollected'];
type Fields = Readonly<Record<string, unknown>>;

/** Changes of tags and note. Only these are sent: others may have changed the rest meanwhile. */
export interface Said {
  readonly addTags?: string[] | null;
  readonly removeTags?: string[] | null;
  readonly note?: string | null;
}
/** Tags, sorted, and the note of a page or domain. */
export interface Remarked {
  readonly tags: string[];
  readonly note: string;
}

/** Tags and note after a change. */
export function remarkedAfter(before: Remarked, { addTags, removeTags, note }: Said): Remarked {
  const tags = new Set([...before.tags, ...(addTags ?? [])]);
  for (const tag of removeTags ?? []) tags.delete(tag);
  return { tags: [...tags].sort(), note: note ?? before.note };
}

const undoOfTags = (before: readonly string[], { addTags, removeTags }: Said): Said => ({
  addTags: (removeTags ?? []).filter((tag) => before.includes(tag)),
  removeTags: (addTags ?? []).filter((tag) => !before.includes(tag)),
});

/** The remarks that undo a change, without fields that it left alone: others may change these meanwhile. */
function undoOf(before: Remarks, said: Remarks): Remarks {
  const only = <Remark extends Said & { tags?: string[] | null }>(
    all: readonly Remark[] = [],
    changes: readonly Said[] = [],
  ): Remark[] =>
    all.map(({ tags, ...one }, i) => {
      const change = changes[i] ?? {};
      const fields = Object.entries(one as Fields).filter(([name]) => name in change);
      return { ...Object.fromEntries(fields), ...undoOfTags(tags ?? [], change) } as Remark;
    });
  return { pages: only(before.pages ?? [], said.pages ?? []), domains: only(before.domains ?? [], said.domains ?? []) };
}

/** Remarks on pages and domains. The last one can be taken back: the remarks before it are sent again. */
export function useRemarks(topicId: string, action: Action) {
  const [before, setBefore] = useState<Remarks | null>(null);
  return {
    before,
    /**
     * @param by shows the outcome
     * @returns the remarks before; null if nothing was said
     */
    async say(input: Remarks, said: string, by = action): Promise<Before | null> {
      const answer = await by.run(JUDGE, { topicId, input }, said);
      if (answer) setBefore(undoOf(answer.judgeCollected, input));
      return answer && answer.judgeCollected;
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
