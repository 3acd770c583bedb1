import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import type { ResultOf } from '../../api/graphql.js';
import { dealtWith, givenBack, type Labelling, newLabelling, stillLabelled, takenBack, withMore } from './labelling.js';
import { EXAMPLES, LABEL, QUEUE, type QueuedPage, UNLABEL } from './queries.js';

/** When so few wait, more are asked for. */
const FEW = 5;
/** Pages that are asked for beside those that were dealt with: the service proposes skipped ones again. */
const MORE = 20;

type Topic = ResultOf<typeof QUEUE>['topic'];

export interface LiveLabelling {
  readonly topic: Topic | null;
  readonly page: QueuedPage | null;
  readonly canUndo: boolean;
  readonly isLoading: boolean;
  readonly failure: Failure | null;
  /** The last action, in words. */
  readonly said: string;
  readonly label: (relevant: boolean) => void;
  readonly skip: () => void;
  readonly undo: () => void;
  /** Asks for more pages. */
  readonly reload: () => void;
  /** Repeats what failed. */
  readonly again: () => void;
}

const isSame = (one: QueuedPage, other: QueuedPage): boolean => one.url === other.url;

/** The example of an address; null: there is none, or it could not be asked for. */
async function exampleOf(topicId: string, url: string): Promise<{ id: string | null; failure: Failure | null }> {
  let after: string | null = null;
  for (;;) {
    const { data, failure }: Answer<ResultOf<typeof EXAMPLES>> = await ask(EXAMPLES, { topicId, after });
    if (!data) return { id: null, failure };
    const { nodes, pageInfo }: (typeof data)['topic']['examples'] = data.topic.examples;
    const id = nodes.find((one) => one.url === url)?.id ?? null;
    if (id !== null || !pageInfo.hasNextPage) return { id, failure: null };
    after = pageInfo.endCursor;
  }
}

/** Labels are sent one by one, as they are given; the next page is shown at once. */
export function useLabelling(topicId: string, sessionId: string | null): LiveLabelling {
  const [topic, setTopic] = useState<Topic | null>(null);
  const [labelling, setLabelling] = useState<Labelling<QueuedPage>>(newLabelling);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [said, setSaid] = useState('');
  /** Calls are made in order: what is taken back was labelled before. */
  const sending = useRef(Promise.resolve());
  /** Calls that were refused, each with how it is repeated. */
  const refused = useRef(new Map<QueuedPage, () => void>());
  const isDry = useRef(false);
  const dealt = useRef(0);
  dealt.current = labelling.done.length;

  const reload = useCallback(() => {
    setLoading(true);
    void sending.current.then(async () => {
      const { data, failure: reason } = await ask(QUEUE, { topicId, sessionId, first: MORE + dealt.current });
      setLoading(false);
      setFailure(reason);
      if (!data) return;
      setTopic(data.topic);
      setLabelling((before) => {
        const after = withMore(
          before,
          data.topic.labelQueue.map(({ page }) => page),
          isSame,
        );
        isDry.current = after.waiting.length === before.waiting.length;
        return after;
      });
    });
  }, [topicId, sessionId]);
  useEffect(reload, [reload]);

  const { waiting, done } = labelling;
  const [page = null] = waiting;
  useEffect(() => {
    if (done.length > 0 && waiting.length < FEW && !isDry.current) reload();
  }, [done.length]);

  const send = (work: () => Promise<Failure | null>, ifRefused: () => void): void => {
    sending.current = sending.current.then(async () => {
      const reason = await work();
      if (!reason) return;
      ifRefused();
      setSaid('');
      setFailure(reason);
    });
  };
  const count = (relevant: boolean, by: number): void =>
    setTopic(
      (before) =>
        before && {
          ...before,
          exampleCounts: {
            relevant: before.exampleCounts.relevant + (relevant ? by : 0),
            irrelevant: before.exampleCounts.irrelevant + (relevant ? 0 : by),
          },
        },
    );
  const give = (of: QueuedPage, relevant: boolean): void => {
    const label = relevant ? 'relevant' : 'irrelevant';
    refused.current.delete(of);
    setLabelling((before) => dealtWith(before, label, of));
    setSaid(`Labelled as ${relevant ? '' : 'not '}relevant.`);
    setFailure(null);
    count(relevant, 1);
    send(
      async () => {
        const { data, failure: reason } = await ask(LABEL, { sessionId: of.sessionId, step: of.step, relevant });
        // Somebody else has labelled the page meanwhile: the numbers are theirs, too.
        if (data?.labelPages.created === 0) reload();
        return reason;
      },
      () => {
        count(relevant, -1);
        setLabelling((before) => givenBack(before, of));
        refused.current.set(of, () => give(of, relevant));
      },
    );
  };
  const skip = (): void => {
    if (!page) return;
    refused.current.delete(page);
    setLabelling((before) => dealtWith(before, 'skipped'));
    setSaid('Skipped.');
  };
  const takeBack = ({ page: of, label }: Labelling<QueuedPage>['done'][number]): void => {
    setLabelling((before) => takenBack(before, of));
    setSaid('Taken back.');
    setFailure(null);
    if (label === 'skipped') return;
    count(label === 'relevant', -1);
    send(
      async () => {
        refused.current.delete(of);
        const { id, failure: reason } = await exampleOf(topicId, of.url);
        if (id !== null) return (await ask(UNLABEL, { id, topicId })).failure;
        if (reason === null) reload();
        return reason;
      },
      // The label stands: it can be taken back again.
      () => {
        count(label === 'relevant', 1);
        setLabelling((before) => stillLabelled(before, of, label));
        refused.current.set(of, () => takeBack({ page: of, label }));
      },
    );
  };
  const again = (): void => {
    if (refused.current.size === 0) return reload();
    for (const repeat of [...refused.current.values()]) repeat();
  };
  return {
    ...{ topic, page, isLoading, failure, said, skip, reload, again },
    label: (relevant) => page && give(page, relevant),
    canUndo: done.length > 0,
    undo() {
      const last = done.at(-1);
      if (last) takeBack(last);
    },
  };
}
