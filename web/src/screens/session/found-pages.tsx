import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Marked } from '../../parts/marked.js';
import { nameOf } from '../../parts/page-name.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { Thumbnail } from '../../parts/thumbnail.js';
import { WebLink } from '../../parts/web-link.js';
import { decimal, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type FoundPage, WHY } from './queries.js';

function Why({ id, step }: { readonly id: string; readonly step: number }): JSX.Element {
  const { data, failure, reload } = useQuery(WHY, { id, step });
  if (failure) return <Failed failure={failure} again={reload} />;
  if (!data) return <Loading what="why" />;
  const { excerpt, excerptMarks, why } = data.page;
  return (
    <div class="why">
      {excerpt !== null && (
        <p dir="auto">
          <Marked text={excerpt} marks={excerptMarks} />
        </p>
      )}
      <p>
        {why.exploration ? 'Chosen by chance, to explore.' : 'Chosen by its value'}
        {!why.exploration && why.value !== null && ` of ${decimal(why.value)}`}
        {!why.exploration &&
          why.rank !== null &&
          why.options !== null &&
          `, rank ${why.rank} of ${why.options} compared`}
        {!why.exploration && '.'}
        {why.link && why.link.anchor !== '' && (
          <>
            {' '}
            The link said “<bdi>{why.link.anchor}</bdi>”.
          </>
        )}
      </p>
      <ol class="path">
        {why.path.map((at) => (
          <li key={at.step}>
            <bdi>{nameOf(at)}</bdi> {at.relevant && <small>relevant</small>}
          </li>
        ))}
      </ol>
      <p>
        <Link to={pathTo('page', id, String(step))}>More</Link>
      </p>
    </div>
  );
}

function Found({ sessionId, page }: { readonly sessionId: string; readonly page: FoundPage }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const name = nameOf(page);
  return (
    <li>
      {page.hasScreenshot && <Thumbnail sessionId={sessionId} step={page.step} name={name} />}
      <p class="found">
        <WebLink url={page.url}>
          <bdi>{name}</bdi>
        </WebLink>
      </p>
      <p class="note">
        {page.domainName} · probability {percent(page.probability)} · {page.depth} from a seed
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary aria-label={`Why ${name}`}>Why</summary>
        {isOpen && <Why id={sessionId} step={page.step} />}
      </details>
    </li>
  );
}

/** The newest relevant pages. Not read out as they come: there may be many in a second. */
export function FoundPages({
  sessionId,
  pages,
  isOver,
}: {
  readonly sessionId: string;
  readonly pages: readonly FoundPage[];
  readonly isOver: boolean;
}): JSX.Element {
  if (pages.length === 0)
    return (
      <Empty>
        <p>
          {isOver
            ? 'The session has found no relevant page.'
            : 'No relevant page yet. They appear here as they are found.'}
        </p>
        {isOver && mayWrite() && (
          <p>Other seeds or more keywords may help, or labels on pages that it should have found.</p>
        )}
      </Empty>
    );
  return (
    <ol class="pages">
      {pages.map((page) => (
        <Found key={page.step} sessionId={sessionId} page={page} />
      ))}
    </ol>
  );
}
