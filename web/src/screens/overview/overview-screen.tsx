import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { chosenProject } from '../../api/project.js';
import { mayWrite } from '../../api/sign-in.js';
import { Heading } from '../../parts/heading.js';
import { ago } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MonitorsInShort } from './monitors-in-short.js';
import { SessionsUnderWay } from './sessions-under-way.js';
import { TopicsInShort } from './topics-in-short.js';
import { looked, SINCE, type Since, sinceIn, sinceWhen, visitsFrom } from './visits.js';
import './overview.css';

/** Notes this look. Without storage each look is the first one. */
function noteVisit(now: number) {
  const name = `gleaner:visits:${chosenProject() ?? ''}`;
  try {
    const visits = looked(visitsFrom(localStorage.getItem(name)), now);
    localStorage.setItem(name, JSON.stringify(visits));
    return visits;
  } catch {
    return looked(null, now);
  }
}

const addressOf = (since: Since): string => `${pathTo('overview')}?since=${since}`;

/** The start screen: what is new in each topic, which sessions run, and what waits for people. */
export function OverviewScreen({ since: wanted }: { readonly since: string | null }): JSX.Element {
  const now = Date.now();
  const visits = useMemo(() => noteVisit(now), []);
  const since = sinceIn(wanted, visits);
  const from = useMemo(() => new Date(sinceWhen(since, visits, now)).toISOString(), [since]);
  const words: Readonly<Record<Since, string>> = {
    visit: visits.before === null ? '' : `your last visit, ${ago(new Date(visits.before).toISOString(), now)}`,
    day: '24 hours ago',
    week: '7 days ago',
  };
  return (
    <>
      <div class="title">
        <Heading text="Overview" />
        <div class="buttons">
          <label class="beside">
            <span>New since</span>
            <select
              value={since}
              onChange={(event) => go(addressOf(event.currentTarget.value as Since), { replace: true })}
            >
              {SINCE.filter((one) => words[one] !== '').map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </select>
          </label>
          {mayWrite() && (
            <Link to={pathTo('start')} class="button primary">
              Start a session
            </Link>
          )}
        </div>
      </div>
      <SessionsUnderWay />
      <TopicsInShort since={from} />
      <MonitorsInShort since={from} />
    </>
  );
}
