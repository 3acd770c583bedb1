import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { listen } from '../../api/client.js';
import { watchConnection } from '../../api/socket.js';
import { type Loaded, OFFLINE_MS, useQuery } from '../../api/use-query.js';
import { curveFrom, type CurvePoint, withPoint } from './harvest-curve.js';
import { type FoundPage, type Progress, SESSION, type Session, STREAM } from './queries.js';

/** Pages that are shown; a crawl may find fifty a second. */
const MOST_PAGES = 60;
/** Wait before a stream that ended too early is opened again. */
const REOPEN_MS = 1_000;
/** Interval of updates on the screen, independent of the rate of the stream. */
const SHOWN_EVERY_MS = 250;

export interface LiveSession {
  readonly loaded: Loaded<{ session: Session }>;
  /** The session with its newest numbers. */
  readonly session: (Omit<Session, keyof Progress> & Progress) | null;
  readonly curve: readonly CurvePoint[];
  /** Newest first. */
  readonly pages: readonly FoundPage[];
  /**
   * `live`: what happens is shown at once. `away`: the connection is being opened again. `lost`: it is not. `over`:
   * nothing more will come.
   */
  readonly stream: 'live' | 'away' | 'lost' | 'over';
}

/** A session as it is, and as it goes on: first all that is known, then what is new of it. */
export function useLiveSession(id: string): LiveSession {
  const loaded = useQuery(SESSION, { id });
  const [progress, setProgress] = useState<Progress | null>(null);
  const [curve, setCurve] = useState<readonly CurvePoint[]>([]);
  const [pages, setPages] = useState<readonly FoundPage[]>([]);
  const [stream, setStream] = useState<LiveSession['stream']>('live');
  const [round, reopen] = useReducer((before: number) => before + 1, 0);
  const { data, reload } = loaded;
  useEffect(() => {
    if (!data) return;
    setProgress(null);
    setCurve(curveFrom(data.session.series));
    setPages(data.session.pages.nodes);
  }, [data]);
  const isThere = data !== null;
  const reloadNow = useRef(reload);
  reloadNow.current = reload;
  const hasFailed = useRef(false);
  hasFailed.current = loaded.failure !== null && !loaded.isLoading;
  const hasEnded =
    data?.session.availableActions.every((action) => !['pause', 'resume', 'stop'].includes(action)) ?? false;
  useEffect(() => {
    if (!isThere) return;
    let newest: Progress | null = null;
    let found: FoundPage[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = null;
      const [shown, more] = [newest, found];
      [newest, found] = [null, []];
      if (shown) {
        setProgress(shown);
        const { fetched, relevant, harvestEstimate } = shown;
        setCurve((before) => withPoint(before, { fetched, relevant, recentRate: harvestEstimate?.rate ?? null }));
      }
      if (more.length > 0)
        setPages((before) => {
          const steps = new Set(more.map(({ step }) => step));
          return [...more.reverse(), ...before.filter(({ step }) => !steps.has(step))].slice(0, MOST_PAGES);
        });
    };
    setStream('live');
    // The position in the stream, for reconnecting.
    const variables: { id: string; after: string | null } = { id, after: null };
    const end = listen(STREAM, variables, {
      next: ({ sessionStream: item }) => {
        setStream('live');
        variables.after = item.position;
        // The service answers again.
        if (hasFailed.current) reloadNow.current();
        if (item.__typename === 'StreamedPage') found = [...found, item.page].slice(-MOST_PAGES);
        else if (item.__typename === 'StreamedProgress') newest = item.progress;
        // A change of state changes what can be done.
        else reloadNow.current();
        timer ??= setTimeout(show, SHOWN_EVERY_MS);
      },
      failed: ({ isPassing, missing }) => {
        // Deleted: the query says so, and where to go on.
        if (missing !== undefined) return void reloadNow.current();
        setStream(isPassing === true ? 'away' : 'lost');
        if (isPassing === true) again = setTimeout(() => reopen(undefined), OFFLINE_MS);
      },
      ended: () => {
        setStream('over');
        reloadNow.current();
      },
    });
    const unwatch = watchConnection((isAway) =>
      setStream((before) => (isAway && before === 'live' ? 'away' : !isAway && before === 'away' ? 'live' : before)),
    );
    return () => {
      if (timer !== null) clearTimeout(timer);
      clearTimeout(again);
      unwatch();
      end();
    };
    // Reopened when an ended session continues: its stream has ended.
  }, [id, isThere, hasEnded, round]);
  // A service that is stopped ends its streams, and not their sessions.
  const isCutOff = stream === 'over' && isThere && !hasEnded && !loaded.isLoading && !loaded.failure;
  useEffect(() => {
    if (!isCutOff) return;
    const timer = setTimeout(() => reopen(undefined), REOPEN_MS);
    return () => clearTimeout(timer);
  }, [isCutOff]);
  const session = data && { ...data.session, ...progress };
  return { loaded, session, curve, pages, stream };
}
