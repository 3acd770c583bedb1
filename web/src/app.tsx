import type { JSX } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { onKeyWanted } from './api/client.js';
import { OFFLINE } from './api/failures.js';
import { askStanding, mayAdminister, signOut, type Standing } from './api/sign-in.js';
import { WordsMeant } from './parts/glossary/words-meant.js';
import { Heading } from './parts/heading.js';
import { ProjectChoice } from './parts/project-choice.js';
import { Failed, Loading } from './parts/states.js';
import { Link, useAddress } from './router.js';
import { pathTo, type Place, placeOf } from './routes.js';
import { SCREENS } from './screens/index.js';
import { SignInScreen } from './screens/sign-in.js';

function Nowhere(): JSX.Element {
  return (
    <>
      <Heading text="Nothing is here" />
      <p>
        The address may be mistyped. <Link to={pathTo('sessions')}>See all sessions</Link>.
      </p>
    </>
  );
}

function Screen({ place, query }: { readonly place: Place | null; readonly query: URLSearchParams }): JSX.Element {
  return place ? SCREENS[place.screen](place, query) : <Nowhere />;
}

/** Screens whose filters stand in the address: they go on as it changes. */
const FOLLOWING: ReadonlySet<string> = new Set<Place['screen']>(['results', 'collectedDomains', 'pages']);

const placeKey = (place: Place | null, { pathname, search }: URL): string =>
  place && FOLLOWING.has(place.screen) ? pathname : pathname + search;

/** Who the console works for; null while that is being found out. */
function useStanding() {
  const [standing, setStanding] = useState<Standing | 'unknown' | null>(null);
  const find = useCallback(() => {
    void askStanding().then((answer) => setStanding(answer.standing ?? 'unknown'));
  }, []);
  useEffect(() => {
    find();
    onKeyWanted(() => setStanding({ needed: true, signedIn: null }));
  }, [find]);
  return { standing, setStanding, find };
}

const whoIs = ({ signedIn }: Standing): string =>
  signedIn?.kind === 'operator' ? 'Operator' : `Key …${signedIn?.name.slice(-6) ?? ''} (${signedIn?.scope ?? ''})`;

export function App(): JSX.Element {
  const address = useAddress();
  const { standing, setStanding, find } = useStanding();
  const place = placeOf(address.pathname);
  const here = (...screens: Place['screen'][]) => (place && screens.includes(place.screen) ? 'page' : undefined);
  const isKnown = standing !== null && standing !== 'unknown';
  const isOut = isKnown && standing.needed && standing.signedIn === null;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <Link to={pathTo('sessions')} class="brand">
          Gleaner
        </Link>
        <nav aria-label="Console">
          <Link to={pathTo('sessions')} aria-current={here('sessions')}>
            Sessions
          </Link>
          <Link to={pathTo('start')} aria-current={here('start')}>
            Start
          </Link>
          <Link to={pathTo('topics')} aria-current={here('topics')}>
            Topics
          </Link>
          {isKnown && !isOut && mayAdminister() && (
            <Link to={pathTo('operate')} aria-current={here('operate', 'operatePart')}>
              Operate
            </Link>
          )}
          <Link to={pathTo('compare')} aria-current={here('compare')}>
            Compare
          </Link>
          <a href="/docs">API</a>
        </nav>
        {isKnown && !isOut && standing.signedIn?.kind !== 'key' && <ProjectChoice />}
        {isKnown && standing.signedIn && (
          <p class="who">
            {whoIs(standing)}{' '}
            <button
              type="button"
              onClick={() => void signOut().then((answer) => (answer.standing ? find() : undefined))}
            >
              Sign out
            </button>
          </p>
        )}
      </header>
      <main id="main" tabIndex={-1}>
        {standing === null && <Loading what="the console" />}
        {standing === 'unknown' && <Failed failure={OFFLINE} again={find} />}
        {isOut && <SignInScreen done={setStanding} />}
        {isKnown && !isOut && (
          <>
            <Screen key={placeKey(place, address)} place={place} query={address.searchParams} />
            <WordsMeant key={`words ${address.pathname}`} />
          </>
        )}
      </main>
    </>
  );
}
