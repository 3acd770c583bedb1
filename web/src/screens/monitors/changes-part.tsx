import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { nameOf } from '../../parts/page-name.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, percent } from '../../parts/words.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import { MarkedDifference } from './marked-difference.js';
import { type Change, CHANGES, type ChangeKind } from './monitor-queries.js';

const KINDS: Readonly<Record<ChangeKind, readonly [text: string, colour: string]>> = {
  NEW: ['New', 'relevant'],
  CHANGED: ['Changed', 'queued'],
  GONE: ['Gone', 'failed'],
  BACK: ['Back', 'completed'],
};
const ORDER = Object.keys(KINDS) as ChangeKind[];

/** The kind that an address names; null: all of them. */
export const kindIn = (text: string | null): ChangeKind | null =>
  ORDER.find((kind) => kind === text?.toUpperCase()) ?? null;

const changedProbability = ({ probabilityBefore: before, probabilityAfter: after }: Change): string => {
  if (after === null) return '';
  return before === null || percent(before) === percent(after)
    ? `relevant with ${percent(after)}`
    : `relevant with ${percent(after)}, before ${percent(before)}`;
};

function Seen({ change, now }: { readonly change: Change; readonly now: number }): JSX.Element {
  const { kind, url, titleBefore, titleAfter, difference, truncated, seenAt, httpStatus } = change;
  const [text, colour] = KINDS[kind];
  const title = titleAfter ?? titleBefore;
  return (
    <li>
      <h3>
        <Badge state={colour}>{text}</Badge>{' '}
        <WebLink url={url}>
          <bdi>{nameOf({ title, url })}</bdi>
        </WebLink>
      </h3>
      <p class="note">
        <bdi>{url}</bdi> · <time dateTime={seenAt}>{ago(seenAt, now)}</time>
        {kind === 'GONE' && httpStatus !== null && ` · status ${httpStatus}`}
        {kind !== 'GONE' && changedProbability(change) !== '' && ` · ${changedProbability(change)}`}
      </p>
      {kind === 'CHANGED' && titleBefore !== null && titleAfter !== null && titleBefore !== titleAfter && (
        <p>
          Title: <del dir="auto">{titleBefore}</del> <ins dir="auto">{titleAfter}</ins>
        </p>
      )}
      {difference !== null && <MarkedDifference difference={difference} isCut={truncated} />}
    </li>
  );
}

interface Props {
  readonly id: string;
  readonly kind: ChangeKind | null;
  readonly hasRun: boolean;
  /** Only what was noted since; null: all that is kept. */
  readonly since: string | null;
  readonly addressOf: (parameters: Readonly<Record<string, string | null>>) => string;
}

/** The changes that a monitor has found, newest first. */
export function ChangesPart({ id, kind, hasRun, since, addressOf }: Props): JSX.Element {
  const paging = usePaging('changes');
  const loaded = useQuery(CHANGES, { id, after: paging.after, kind, since });
  const now = Date.now();
  return (
    <>
      <div class="filters">
        <label class="beside">
          <span>Show</span>
          <select
            value={kind ?? ''}
            onChange={(event) => go(addressOf({ kind: event.currentTarget.value || null }), { replace: true })}
          >
            <option value="">all changes</option>
            {ORDER.map((one) => (
              <option key={one} value={one}>
                {KINDS[one][0].toLowerCase()}
              </option>
            ))}
          </select>
        </label>
        {since !== null && (
          <button type="button" onClick={() => go(addressOf({ since: null }), { replace: true })}>
            Since {ago(since, now)} <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      <Listed
        loaded={loaded}
        what="the changes"
        isEmpty={({ monitor }) => monitor.changes.nodes.length === 0}
        empty={
          <p>
            {hasRun
              ? 'No such change was found. The first run only records the pages.'
              : 'The monitor has not run yet. Its first run only records the pages; later runs find changes.'}
          </p>
        }
      >
        {({ monitor: { changes } }) => (
          <>
            <ol class="changes">
              {changes.nodes.map((change) => (
                <Seen key={change.id} change={change} now={now} />
              ))}
            </ol>
            <Pager paging={paging} info={changes.pageInfo} name="More changes" />
          </>
        )}
      </Listed>
    </>
  );
}

export const monitorAddress = (
  id: string,
  query: URLSearchParams,
  parameters: Readonly<Record<string, string | null>>,
): string => {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(parameters))
    if (value === null) changed.delete(name);
    else changed.set(name, value.toLowerCase());
  const text = changed.toString();
  return `${pathTo('monitor', id)}${text === '' ? '' : `?${text}`}`;
};
