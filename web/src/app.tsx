import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keyGiven, onKeyWanted } from './api/client.js';
import { OFFLINE } from './api/failures.js';
import { askStanding, mayAdminister, mayWrite, signOut, type Standing } from './api/sign-in.js';
import { useAgain } from './api/use-again.js';
import { OFFLINE_MS } from './api/use-query.js';
import { WordsMeant } from './parts/glossary/words-meant.js';
import { Heading } from './parts/heading.js';
import { ProjectChoice } from './parts/project-choice.js';
import { Failed, Loading } from './parts/states.js';
import { Link, outcomeAt, useAddress } from './router.js';
import { pathTo, type Place, placeOf, type ScreenName } from './routes.js';
import { SCREENS } from './screens/index.js';
import { SignInScreen } from './screens/sign-in.js';

function Nowhere(): JSX.Element {
  return (
    <>
      <Heading text="Page not found" />
      <p>The address may be mistyped, or the link may be old. Go to:</p>
      <ul>
        <li>
          <Link to={pathTo('overview')}>Overview</Link>
        </li>
        <li>
          <Link to={pathTo('topics')}>Topics</Link>
        </li>
        <li>
          <Link to={pathTo('sessions')}>Sessions</Link>
        </li>
      </ul>
    </>
  );
}

function Screen({ place, query }: { readonly place: Place | null; readonly query: URLSearchParams }): JSX.Element {
  return place ? SCREENS[place.screen](place, query) : <Nowhere />;
}

/** Screens whose filters or orders stand in the address: they go on as it changes. */
const FOLLOWING: ReadonlySet<string> = new Set<Place['screen']>([
  ...([
    'overview',
    'monitor',
    'sessions',
    'events',
    'results',
    'collectedDomains',
    'pages',
    'domains',
    'shared',
    'topic',
    'domain',
    'compare',
    'experiment',
    'page',
    'learnedState',
    'spider',
    'operatePart',
  ] as const),
]);

const placeKey = (place: Place | null, { pathname, search }: URL): string =>
  place && FOLLOWING.has(place.screen) ? pathname : pathname + search;

/** The user's standing; null until it is known. */
function useStanding() {
  const [standing, setStanding] = useState<Standing | 'unknown' | null>(null);
  const find = useCallback(() => {
    void askStanding().then((answer) => setStanding(answer.standing ?? 'unknown'));
  }, []);
  useEffect(() => {
    find();
    onKeyWanted(() => setStanding({ needed: true, signedIn: null }));
  }, [find]);
  useAgain(find, OFFLINE_MS, standing === 'unknown');
  return { standing, setStanding, find };
}

const whoIs = ({ signedIn }: Standing): string =>
  signedIn?.kind === 'operator' ? 'Operator' : `Key …${signedIn?.name.slice(-6) ?? ''} (${signedIn?.scope ?? ''})`;

/**
 * The owner of the data on the screen; null if nobody may see any. With another key of the same project the screen goes
 * on.
 */
const holderOf = ({ needed, signedIn }: Standing): string | null =>
  signedIn ? `${signedIn.kind} ${signedIn.project}` : needed ? null : '';

/**
 * Holds a screen, with all that is typed in it, while its user signs in again: the sign-in has expired. Focus, title
 * and an open dialog come back with it.
 *
 * @returns the holder, who is the key of the screen; null if there is nothing to show
 */
function useHeld(standing: Standing | null, isOut: boolean) {
  const holder = useRef<string | null>(null);
  if (standing) holder.current = holderOf(standing) ?? holder.current;
  const left = useRef<{ readonly focus: Element | null; readonly title: string; dialog: HTMLDialogElement | null }>(
    null,
  );
  if (isOut && holder.current !== null)
    left.current ??= { focus: document.activeElement, title: document.title, dialog: null };
  useLayoutEffect(() => {
    if (left.current === null) return;
    if (isOut) {
      // An open dialog that nobody sees would block the form.
      left.current.dialog = document.querySelector<HTMLDialogElement>('dialog:modal');
      left.current.dialog?.close();
      return;
    }
    const { focus, title, dialog } = left.current;
    left.current = null;
    document.title = title;
    if (dialog?.isConnected) dialog.showModal();
    if (focus instanceof HTMLElement && focus.isConnected) focus.focus();
  }, [isOut]);
  return {
    holder: holder.current,
    drop: (): void => void (holder.current = left.current = null),
  };
}

/** The screens of the navigation, each with those below it. */
const SECTIONS: readonly (readonly [text: string, to: ScreenName, ...below: ScreenName[]])[] = [
  ['Topics', 'topics', 'topic', 'results', 'collectedDomains', 'labels', 'model'],
  ['Sessions', 'sessions', 'session', 'events', 'pages', 'page', 'domains', 'domain', 'graph', 'learnedState'],
  ['Monitors', 'monitors', 'monitor'],
  ['Schedules', 'schedules', 'schedule'],
  ['Experiments', 'experiments', 'experiment', 'compare', 'spiders', 'spider'],
];

/** The head of the page: navigation in one row, and folded behind a button on narrow screens. */
function Head({
  place,
  standing,
  signedOut,
}: {
  readonly place: Place | null;
  /** Null as long as nobody is signed in. */
  readonly standing: Standing | null;
  readonly signedOut: () => void;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const isIn = (...screens: readonly ScreenName[]) => place !== null && screens.includes(place.screen);
  const here = (...screens: readonly ScreenName[]) => (isIn(...screens) ? ('page' as const) : undefined);
  useEffect(() => setOpen(false), [location.href]);
  return (
    <header class={isOpen ? 'open' : ''}>
      <Link to={pathTo('overview')} class="brand" aria-current={here('overview')}>
        Gleaner
      </Link>
      {standing && (
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </button>
      )}
      {standing && (
        <div id="navigation">
          <nav aria-label="Console">
            {SECTIONS.map(([text, to, ...below]) => (
              <Link key={to} to={pathTo(to)} aria-current={here(to, ...below)}>
                {text}
              </Link>
            ))}
            {mayAdminister() && (
              <Link to={pathTo('operate')} aria-current={here('operate', 'operatePart')}>
                Operate
              </Link>
            )}
            <a href="/docs">API</a>
            {mayWrite() && (
              <Link to={pathTo('start')} class="button" aria-current={here('start')}>
                Start
              </Link>
            )}
          </nav>
          {standing.signedIn?.kind !== 'key' && <ProjectChoice />}
          {standing.signedIn && (
            <p class="who">
              {whoIs(standing)}{' '}
              <button
                type="button"
                onClick={() => void signOut().then((answer) => (answer.standing ? signedOut() : undefined))}
              >
                Sign out
              </button>
            </p>
          )}
        </div>
      )}
    </header>
  );
}

export function App(): JSX.Element {
  const address = useAddress();
  const main = useRef<HTMLElement>(null);
  const { standing, setStanding, find } = useStanding();
  const place = placeOf(address.pathname);
  const isKnown = standing !== null && standing !== 'unknown';
  // A share link is for people without a key.
  const isShared = place?.screen === 'shared';
  const isOut = !isShared && isKnown && standing.needed && standing.signedIn === null;
  const { holder, drop } = useHeld(isKnown ? standing : null, isOut);
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          // The fragment of the address may be the token of a share link.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the content
      </a>
      <Head
        place={place}
        standing={isKnown && !isOut && !isShared ? standing : null}
        signedOut={() => {
          drop();
          setStanding({ needed: true, signedIn: null });
          find();
        }}
      />
      <main ref={main} id="main" tabIndex={-1}>
        {isShared && <Screen key={address.hash} place={place} query={address.searchParams} />}
        {standing === null && !isShared && <Loading what="the console" />}
        {standing === 'unknown' && !isShared && <Failed failure={OFFLINE} again={find} />}
        {isOut && (
          <SignInScreen
            isAgain={holder !== null}
            done={(signedIn) => {
              setStanding(signedIn);
              keyGiven();
            }}
          />
        )}
        {isKnown && !isShared && holder !== null && (
          <div key={holder} hidden={isOut}>
            <p role="status" class="note">
              {outcomeAt(address)}
            </p>
            <Screen key={placeKey(place, address)} place={place} query={address.searchParams} />
            {place && <WordsMeant key={`words ${address.pathname}`} />}
          </div>
        )}
      </main>
    </>
  );
}
