import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { OFFLINE } from '../../api/failures.js';
import { Failed, Loading } from '../states.js';
import { explained, meaningsIn, type Meaning } from './words.js';
import './words-meant.css';

/** Labels of the console, without text of crawled pages. */
const LABELS = ':is(h1, h2, h3, thead th, dt, label, legend, button, summary, figcaption, option, .hint, .badge)';

/** Loaded when it is wanted for the first time. */
const load = async (): Promise<readonly Meaning[]> => (await import('../../../../docs/glossary.md')).default;

const labelsOf = (screen: Element): string =>
  Array.from(screen.querySelectorAll(LABELS))
    .filter((label) => label.closest('.words') === null)
    .map((label) => label.textContent)
    .join('\n');

/** Gives the label under the pointer its meaning as a tip, where it has none of its own. */
function useTips(): void {
  useEffect(() => {
    const labelled = new WeakSet<Element>();
    const tell = ({ target }: Event): void => {
      const label = target instanceof Element && !target.closest('.words') ? target.closest(`main ${LABELS}`) : null;
      if (!label || labelled.has(label) || label.closest('[title]')) return;
      labelled.add(label);
      void load().then(
        (glossary) => {
          const tip = explained(label.textContent, glossary);
          if (tip !== '') label.setAttribute('title', tip);
        },
        // Without the glossary there are no tips; the next pointer asks again.
        () => labelled.delete(label),
      );
    };
    document.addEventListener('pointerover', tell, { passive: true });
    return () => document.removeEventListener('pointerover', tell);
  }, []);
}

/** The glossary of the screen: a list below it, and tips for users with a pointer. */
export function WordsMeant(): JSX.Element {
  const here = useRef<HTMLDetailsElement>(null);
  const [glossary, setGlossary] = useState<readonly Meaning[] | null>(null);
  const [isLost, setLost] = useState(false);
  const [isAll, setAll] = useState(false);
  const [labels, setLabels] = useState('');
  useTips();
  const open = (): void => {
    const screen = here.current?.closest('main');
    if (!here.current?.open || !screen) return;
    setLabels(labelsOf(screen));
    setLost(false);
    load().then(setGlossary, () => setLost(true));
  };
  const shown = glossary && (isAll ? glossary : meaningsIn(labels, glossary));
  return (
    <details class="words" ref={here} onToggle={open}>
      <summary>Glossary of this screen</summary>
      {isLost && <Failed failure={OFFLINE} again={open} />}
      {!glossary && !isLost && <Loading what="the glossary" />}
      {shown && shown.length === 0 && <p>No word of the glossary is on this screen.</p>}
      {shown && (
        <>
          <dl>
            {shown.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <button type="button" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
            All words of the glossary
          </button>
        </>
      )}
    </details>
  );
}
