import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';
import { drawDiscNodeLabel } from 'sigma/rendering';
import type { Settings } from 'sigma/settings';
import { nameOf, shortened } from '../../parts/page-name.js';
import { onCircles } from './layout.js';
import type { PageGraph } from './queries.js';

/** The drawing of a graph by sigma, which is loaded with this file. */

/** Rounds of the layout: three hundred pages stand well after so many, in less than half a second. */
const ROUNDS = 300;
/** Links that were followed hold the drawing together; of many others a page has no place. */
const WEIGHTS = { followed: 1, other: 0.1 };
/** More links than these are drawn thinner. */
const MANY_LINKS = 200;
const LONGEST_LABEL = 40;

type Colour = (name: string) => string;

/** Appearance of a page in the drawing, without its position. */
export interface Look {
  readonly colours: ReadonlyMap<number, string>;
  readonly selected: number | null;
  readonly colour: Colour;
}

export interface Drawing {
  show(look: Look): void;
  /** Nearer (below 1), further (above 1), or all of it (null). */
  zoom(factor: number | null): void;
  end(): void;
}

export const canDraw = (): boolean => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};

const labelOf = (page: PageGraph['nodes'][number]): string => shortened(nameOf(page), LONGEST_LABEL);

function placed({ nodes, edges }: PageGraph, middle: number | null): Graph {
  const graph = new Graph({ type: 'directed' });
  const places = new Map(onCircles(nodes).map((at) => [at.step, at]));
  for (const node of nodes) {
    const { x = 0, y = 0 } = places.get(node.step) ?? {};
    const size = node.step === middle ? 11 : 3 + 4 * node.probability;
    graph.addNode(node.step, { x, y, size, label: labelOf(node) });
  }
  for (const { sourceStep, targetStep, followed } of edges)
    graph.addEdge(sourceStep, targetStep, {
      size: (followed ? 3 : 1.5) / (edges.length > MANY_LINKS ? 2 : 1),
      weight: followed ? WEIGHTS.followed : WEIGHTS.other,
      followed,
    });
  forceAtlas2.assign(graph, {
    iterations: ROUNDS,
    settings: { ...forceAtlas2.inferSettings(graph), edgeWeightInfluence: 1 },
  });
  return graph;
}

/** A ring around a page and its name on a background of the page's colours, where sigma has a white one. */
const hoverOf =
  (colourNow: () => Colour): Settings['defaultDrawNodeHover'] =>
  (context, { x, y, size, label }, { labelSize, labelFont }) => {
    const colour = colourNow();
    context.beginPath();
    context.arc(x, y, size + 3, 0, 2 * Math.PI);
    context.lineWidth = 2;
    context.strokeStyle = colour('ink');
    context.stroke();
    if (typeof label !== 'string') return;
    context.font = `${labelSize}px ${labelFont}`;
    const width = context.measureText(label).width;
    // To the left where there is no room to the right.
    const isLeft = x + size + width + 12 > context.canvas.width / devicePixelRatio && x > width;
    const from = isLeft ? x - size - width - 8 : x + size + 8;
    context.fillStyle = colour('raised');
    context.fillRect(from - 4, y - labelSize / 2 - 3, width + 8, labelSize + 6);
    context.fillStyle = colour('ink');
    context.fillText(label, from, y + labelSize / 3);
  };

/** @param select called with the page that is pointed at */
export function draw(
  box: HTMLElement,
  graph: PageGraph,
  middle: number | null,
  first: Look,
  select: (step: number) => void,
): Drawing {
  let look = first;
  const sigma = new Sigma(placed(graph, middle), box, {
    allowInvalidContainer: true,
    // The wheel scrolls the page; there are buttons to zoom.
    enableCameraZooming: false,
    defaultEdgeType: 'arrow',
    labelRenderedSizeThreshold: 7,
    labelFont: getComputedStyle(box).fontFamily,
    labelColor: { attribute: 'labelColour' },
    // The name of the one that is looked at is drawn with its ring.
    defaultDrawNodeLabel: (context, data, settings) =>
      data['highlighted'] === true ? undefined : drawDiscNodeLabel(context, data, settings),
    defaultDrawNodeHover: hoverOf(() => look.colour),
    zIndex: true,
    nodeReducer: (node, data) => {
      const step = Number(node);
      return {
        ...data,
        color: look.colours.get(step) ?? look.colour('faint'),
        labelColour: look.colour('ink'),
        highlighted: step === look.selected,
        zIndex: step === look.selected ? 1 : 0,
      };
    },
    edgeReducer: (_edge, data) => {
      const isFollowed = data['followed'] === true;
      return { ...data, color: look.colour(isFollowed ? 'sky' : 'line'), zIndex: isFollowed ? 1 : 0 };
    },
  });
  sigma.on('enterNode', ({ node }) => select(Number(node)));
  sigma.on('clickNode', ({ node }) => select(Number(node)));
  const sizes = new ResizeObserver(() => {
    sigma.resize();
    sigma.refresh();
  });
  sizes.observe(box);
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200;
  return {
    show: (next) => {
      look = next;
      sigma.refresh();
    },
    zoom: (factor) => {
      const camera = sigma.getCamera();
      if (factor === null) void camera.animatedReset({ duration });
      else void camera.animate({ ratio: camera.ratio * factor }, { duration });
    },
    end: () => {
      sizes.disconnect();
      sigma.kill();
    },
  };
}
