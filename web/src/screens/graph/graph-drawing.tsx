import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Loading } from '../../parts/states.js';
import { counted } from '../../parts/words.js';
import { type Colouring, coloursOf } from './colours.js';
import type { Drawing, Look } from './draw.js';
import { stepAfter } from './layout.js';
import type { PageGraph } from './queries.js';

interface Props {
  readonly graph: PageGraph;
  /** The page in the middle; null where there is none. */
  readonly middle: number | null;
  readonly colouring: Colouring;
  readonly selected: number | null;
  readonly select: (step: number) => void;
}

/** Colours of the page as they are now: dark or light. */
function colourNow(): Look['colour'] {
  const style = getComputedStyle(document.documentElement);
  return (name) => toHex(style.getPropertyValue(`--${name}`).trim());
}

const toHex = (colour: string): string => (colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour);

const KEYS =
  'Arrow keys: left and right to the page chosen before or after, up to the page that led here, down to one reached from it.';

/**
 * The link graph as a drawing. The drawing library is loaded with it. Where it cannot be drawn, only a sentence says
 * so: the table has the same.
 */
export function GraphDrawing({ graph, middle, colouring, selected, select }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'lost'>('loading');
  const look = (): Look => {
    const colour = colourNow();
    return { colours: coloursOf(graph.nodes, colouring, colour), selected, colour };
  };
  const newest = useRef({ look, select });
  newest.current = { look, select };
  useEffect(() => {
    let isGone = false;
    const begin = async (): Promise<void> => {
      const { canDraw, draw } = await import('./draw.js');
      if (isGone || !box.current) return;
      if (!canDraw()) return setState('lost');
      const chosen = (step: number): void => newest.current.select(step);
      drawing.current = draw(box.current, graph, middle, newest.current.look(), chosen);
      setState('drawn');
    };
    begin().catch(() => isGone || setState('lost'));
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = (): void => drawing.current?.show(newest.current.look());
    scheme.addEventListener('change', recolour);
    return () => {
      isGone = true;
      scheme.removeEventListener('change', recolour);
      drawing.current?.end();
      drawing.current = null;
    };
  }, [graph, middle]);
  useEffect(() => drawing.current?.show(newest.current.look()), [colouring, selected]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepAfter(event.key, selected, graph.nodes, graph.edges);
    if (next === null) return;
    event.preventDefault();
    select(next);
  };
  if (state === 'lost')
    return <p class="note">The graph could not be drawn in this browser. The table has the same pages.</p>;
  return (
    <figure class="graph">
      {state === 'loading' && <Loading what="the drawing" />}
      <div
        ref={box}
        class="canvas"
        role="application"
        aria-label={`Drawing of ${counted(graph.nodes.length, 'page')} and ${counted(graph.edges.length, 'link')}. ${KEYS}`}
        tabIndex={0}
        onKeyDown={pressed}
      />
      <div class="buttons">
        <button type="button" onClick={() => drawing.current?.zoom(0.7)}>
          Closer
        </button>
        <button type="button" onClick={() => drawing.current?.zoom(1.4)}>
          Further away
        </button>
        <button type="button" onClick={() => drawing.current?.zoom(null)}>
          All of it
        </button>
      </div>
    </figure>
  );
}
