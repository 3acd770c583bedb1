import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Marked } from '../../parts/marked.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { whyInWords } from '../page/why-words.js';
import { TEXT } from './queries.js';

/** Longer texts are on the page itself. */
const MOST_CHARACTERS = 20_000;

interface Props {
  readonly sessionId: string;
  readonly step: number;
  /** The search of the list: its words are marked. */
  readonly search: string | undefined;
}

/** The text of a page with the words of a search marked, or else the keywords of the topic, and why it was fetched. */
export function PageText({ sessionId, step, search }: Props): JSX.Element {
  const [isMarkdown, setMarkdown] = useState(false);
  const loaded = useQuery(TEXT, { id: sessionId, step, markdown: isMarkdown, search: search ?? null });
  return (
    <>
      <div class="buttons" role="group" aria-label="How the text is shown">
        <button type="button" aria-pressed={!isMarkdown} onClick={() => setMarkdown(false)}>
          Text
        </button>
        <button type="button" aria-pressed={isMarkdown} onClick={() => setMarkdown(true)}>
          Markdown
        </button>
      </div>
      <Listed loaded={loaded} what="the text">
        {({ page }) => {
          const text = page.content?.content ?? page.mainText ?? '';
          const isSeed = page.why.link === null && page.sourceStep === null;
          return (
            <>
              <div class="text" dir="auto" tabIndex={0} role="region" aria-label="Text of the page">
                {text.trim() === '' && 'The page has no text.'}
                <Marked text={text} marks={isMarkdown ? [] : (page.mainTextMarks ?? [])} most={MOST_CHARACTERS} />
              </div>
              <h3>Why it was fetched</h3>
              <p>{whyInWords(page.why, { outcome: page.outcome, isSeed, attempt: page.attempt }).join(' ')}</p>
              <p>
                <Link to={pathTo('page', sessionId, String(step))}>All about this fetch</Link>
              </p>
            </>
          );
        }}
      </Listed>
    </>
  );
}
