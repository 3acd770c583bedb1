import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Heading } from '../../parts/heading.js';
import { Marked } from '../../parts/marked.js';
import { nameOf } from '../../parts/page-name.js';
import { Empty, Failed, Loading } from '../../parts/states.js';
import { useLetters } from '../../parts/use-letters.js';
import { WebLink } from '../../parts/web-link.js';
import { count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { NewModel } from './new-model.js';
import type { QueuedPage } from './queries.js';
import { useLabelling } from './use-labelling.js';
import './labels.css';

const MOST_CHARACTERS = 3_000;

function PageToLabel({ page }: { readonly page: QueuedPage }): JSX.Element {
  const { mainText, mainTextMarks } = page;
  return (
    <article aria-labelledby="page-title">
      <h2 id="page-title" dir="auto">
        {nameOf(page)}
      </h2>
      <p class="note">
        <WebLink url={page.url}>{page.url}</WebLink> · probability {percent(page.probability)} ·{' '}
        <Link to={pathTo('page', page.sessionId, String(page.step))}>Why it was fetched</Link>
      </p>
      <p class="text" dir="auto" tabIndex={0} aria-label="Text of the page">
        {mainText === null || mainText === '' ? (
          'The page has no text.'
        ) : (
          <Marked text={mainText} marks={mainTextMarks} most={MOST_CHARACTERS} />
        )}
      </p>
    </article>
  );
}

/** Labels pages, one at a time: those whose labels would help most. */
export default function LabelsScreen({
  id,
  sessionId,
}: {
  readonly id: string;
  readonly sessionId: string | null;
}): JSX.Element {
  const live = useLabelling(id, sessionId);
  const [isOn, setOn] = useState(true);
  useLetters(isOn, { r: () => live.label(true), n: () => live.label(false), s: live.skip, u: live.undo });
  const { topic, page, failure, isLoading } = live;
  if (!topic)
    return (
      <>
        <Heading text="Labels" />
        {failure ? <Failed failure={failure} again={live.reload} /> : <Loading what="pages to label" />}
      </>
    );
  const [model] = topic.models.nodes;
  return (
    <>
      <Heading
        text="Labels:"
        of={topic.name}
        hint="Is this page relevant to the topic? The pages whose labels help most come first."
      />
      <p class="note">
        {sessionId !== null && (
          <>
            <Link to={pathTo('session', sessionId)}>Back to the session</Link> ·{' '}
          </>
        )}
        <Link to={pathTo('topic', id)}>The topic with its models</Link>
      </p>
      <p role="status" class="note">
        {count(topic.exampleCounts.relevant)} relevant and {count(topic.exampleCounts.irrelevant)} other labels.{' '}
        {live.said}
      </p>
      {failure && <Failed failure={failure} again={live.again} />}
      <div class="buttons labels">
        <button
          type="button"
          class="primary"
          disabled={!page}
          aria-keyshortcuts={isOn ? 'r' : undefined}
          onClick={() => live.label(true)}
        >
          Relevant {isOn && <kbd>R</kbd>}
        </button>
        <button
          type="button"
          disabled={!page}
          aria-keyshortcuts={isOn ? 'n' : undefined}
          onClick={() => live.label(false)}
        >
          Not relevant {isOn && <kbd>N</kbd>}
        </button>
        <button type="button" disabled={!page} aria-keyshortcuts={isOn ? 's' : undefined} onClick={live.skip}>
          Skip {isOn && <kbd>S</kbd>}
        </button>
        <button type="button" disabled={!live.canUndo} aria-keyshortcuts={isOn ? 'u' : undefined} onClick={live.undo}>
          Undo {isOn && <kbd>U</kbd>}
        </button>
        <label class="check">
          <input type="checkbox" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} /> Keys R N S U
        </label>
      </div>
      {page && <PageToLabel key={page.url} page={page} />}
      {!page && isLoading && <Loading what="more pages" />}
      {!page && !isLoading && (
        <Empty>
          <p>No page waits for a label. A session that fetches more pages brings more.</p>
          <button type="button" onClick={live.reload}>
            Look again
          </button>
        </Empty>
      )}
      <NewModel topicId={id} sessionId={sessionId} newest={model ?? null} />
    </>
  );
}
