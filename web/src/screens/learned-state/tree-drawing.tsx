import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { briefly, nodeName, ruleOf } from './figures.js';
import { nextByKey, type PlacedNode, type TreeLayout } from './tree-layout.js';

interface Props {
  readonly name: string;
  readonly layout: TreeLayout;
  /** Whether rules and figures stand beside the nodes. */
  readonly isWritten: boolean;
  /** Number of the node that is looked at. */
  readonly chosen: number;
  readonly choose: (id: number) => void;
}

const edge = (from: PlacedNode, to: PlacedNode): string => {
  const middle = (from.x + to.x) / 2;
  return `M${from.x},${from.y}C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
};

/**
 * A tree from left to right. One stop of the Tab key; arrow keys lead from node to node. In SVG attributes have the
 * case of XML: `tabindex`.
 */
export function TreeDrawing({ name, layout, isWritten, chosen, choose }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  const top = layout.nodes[0]?.y ?? 0;
  // Of a large tree one sees the root at first.
  useLayoutEffect(() => box.current?.scrollTo(0, top - box.current.clientHeight / 2), [isWritten]);
  useLayoutEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    box.current?.querySelector<SVGElement>(`[data-node="${chosen}"]`)?.focus();
  }, [chosen]);
  const move = (event: KeyboardEvent): void => {
    const next = nextByKey(layout, chosen, event.key);
    if (next === null) return;
    event.preventDefault();
    isMoved.current = true;
    choose(next);
  };
  return (
    <div ref={box} class="scroll tree" onKeyDown={move}>
      <svg
        role="tree"
        aria-label={name}
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
      >
        {layout.nodes.map((at) =>
          at.parent === null ? null : <path key={at.node.id} class="edge" aria-hidden="true" d={edge(at.parent, at)} />,
        )}
        {layout.nodes.map((at) => (
          <g
            key={at.node.id}
            data-node={at.node.id}
            role="treeitem"
            aria-level={at.level}
            aria-selected={at.node.id === chosen}
            aria-expanded={at.isOpen ? true : undefined}
            aria-label={nodeName(at)}
            tabindex={at.node.id === chosen ? 0 : -1}
            class={at.node.id === chosen ? 'node chosen' : 'node'}
            onClick={() => choose(at.node.id)}
          >
            <circle cx={at.x} cy={at.y} r={at.radius} class={at.shade === null ? 'shade-none' : `shade-${at.shade}`}>
              {!isWritten && <title>{nodeName(at)}</title>}
            </circle>
            {isWritten && (
              <text
                x={at.parent === null ? at.x - at.radius : at.x}
                y={at.y - at.radius - 4}
                text-anchor={at.parent === null ? 'start' : 'middle'}
                class="rule"
              >
                {ruleOf(at.node)}
              </text>
            )}
            {isWritten && !at.isOpen && (
              <text x={at.x + at.radius + 6} y={at.y + 4}>
                {/* The space is for those who compare what is written with what is said. */}
                {` ${briefly(at.node)}`}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
