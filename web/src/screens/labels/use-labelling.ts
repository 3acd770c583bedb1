import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/client.js';
import type { Failure } from '../../api/failures.js';
import type { ResultOf } from '../../api/graphql.js';
import { dealtWith, givenBack, type Labelling, newLabelling, stillLabelled, takenBack, withMore } from './labelling.js';
import { LABEL, NEWEST, QUEUE, type QueuedPage, UNLABEL } from './queries.js';

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
  readonly reload: () => void;
}

const isSame = (one: QueuedPage, other: QueuedPage): boolean => one.url === other.url;

/** Labels are sent one by one, as they are given; the next page is shown at once. */
export function useLabelling(topicId: string, sessionId: string | null): LiveLabelling {
  const [topic, setTopic] = useState<Topic | null>(null);
  const [labelling, setLabelling] = useState<Labelling<QueuedPage>>(newLabelling);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoading, setLoading] = useState(true);
  const [said, setSaid] = useState('');
  /** Calls are made in order: what is taken back was labelled before. */
  const sending = useRef(Promise.resolve());
  const isDry = useRef(false);
  const dealt = useRef(0);
  dealt.current = labelling.done.length;

  const reload = useCallback(() => {
    setLoading(true);
    void sending.current.then(async () => {
      const { data, failure: refused } = await ask(QUEUE, { topicId, sessionId, first: MORE + dealt.current });
      setLoading(false);
      setFailure(refused);
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
      const refused = await work();
      if (!refused) return;
      ifRefused();
      setSaid('');
      setFailure(refused);
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
  const label = (relevant: boolean): void => {
    if (!page) return;
    setLabelling((before) => dealtWith(before, relevant ? 'relevant' : 'irrelevant'));
    setSaid(`Labelled as ${relevant ? '' : 'not '}relevant.`);
    setFailure(null);
    count(relevant, 1);
    send(
      async () => {
        const { data, failure: refused } = await ask(LABEL, { sessionId: page.sessionId, step: page.step, relevant });
        // Somebody else has labelled the page meanwhile: the numbers are theirs, too.
        if (data?.labelPages.created === 0) reload();
        return refused;
      },
      () => {
        count(relevant, -1);
        setLabelling((before) => givenBack(before, page));
      },
    );
  };
  const skip = (): void => {
    setLabelling((before) => dealtWith(before, 'skipped'));
    setSaid('Skipped.');
  };
  const undo = (): void => {
    const last = done.at(-1);
    if (!last) return;
    setLabelling(takenBack);
    setSaid('Taken back.');
    setFailure(null);
    if (last.label === 'skipped') return;
    const { page: labelled, label: given } = last;
    count(given === 'relevant', -1);
    send(
      async () => {
        const { data, failure: refused } = await ask(NEWEST, { topicId });
        const example = data?.topic.examples.nodes.find(({ url }) => url === labelled.url);
        if (data && !example) reload();
        return example ? (await ask(UNLABEL, { id: example.id, topicId })).failure : refused;
      },
      // The label stands: it can be taken back again.
      () => {
        count(given === 'relevant', 1);
        setLabelling((before) => stillLabelled(before, labelled, given));
      },
    );
  };
  return { topic, page, canUndo: done.length > 0, isLoading, failure, said, label, skip, undo, reload };
}
