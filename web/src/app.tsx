import type { JSX } from 'preact';
import { Heading } from './parts/heading.js';
import { Link, useAddress } from './router.js';
import { pathTo, type Place, placeOf } from './routes.js';
import { SessionsScreen } from './screens/sessions.js';

function Screen({ place }: { readonly place: Place | null }): JSX.Element {
  switch (place?.screen) {
    case 'sessions':
      return <SessionsScreen />;
    default:
      return (
        <>
          <Heading text="Nothing is here" />
          <p>
            The address may be mistyped. <Link to={pathTo('sessions')}>See all sessions</Link>.
          </p>
        </>
      );
  }
}

export function App(): JSX.Element {
  const address = useAddress();
  const place = placeOf(address.pathname);
  const here = (screen: Place['screen']) => (place?.screen === screen ? 'page' : undefined);
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
          <a href="/docs">API</a>
        </nav>
      </header>
      <main id="main">
        <Screen key={address.pathname} place={place} />
      </main>
    </>
  );
}
