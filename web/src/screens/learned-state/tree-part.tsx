import type { JSX } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import { ruleInWords } from '../../parts/named-words.js';
import { type Column, SortedTable } from '../../parts/sorted-table.js';
import { count, counted } from '../../parts/words.js';
import { figure, nodeInWords } from './figures.js';
import type { History, Tree, TreeNode } from './queries.js';
import { LearnedPart } from './learned-part.js';
import { TreeDrawing } from './tree-drawing.js';
import { BARE, layoutOf, nodesAfter, rulesTo, SHADES, splitsOf, WRITTEN } from './tree-layout.js';

/** Larger trees are shown without words at first. */
const MOST_WRITTEN = 25;

const COLUMNS: readonly Column<TreeNode & { readonly path: string }>[] = [
  { name: 'Leaf', value: ({ id }) => id },
  { name: 'Rules from the root', value: ({ path }) => path },
  { name: 'Candidates', value: ({ candidates }) => candidates, isNumber: true, hasBar: true },
  { name: 'Links followed', value: ({ samples }) => samples, isNumber: true },
  {
    ...{ name: 'Mean reward', isNumber: true, hasBar: true },
    value: ({ meanReward }) => meanReward,
    shown: ({ meanReward }) => figure(meanReward),
  },
  { name: 'Q-value', value: ({ value }) => value, shown: ({ value }) => figure(value), isNumber: true },
];

/** When a split happened, in words. */
const whenOf = (step: number | null): string =>
  step === null ? 'earlier' : step === 0 ? 'by the seeds' : `at step ${count(step)}`;

function Legend(): JSX.Element {
  return (
    <p class="note legend">
      The larger a circle, the more candidates. Mean reward from low to high:{' '}
      <svg width={SHADES * 22} height="16" role="img" aria-label="lighter is lower, darker is higher">
        {Array.from({ length: SHADES }, (_, shade) => (
          <circle key={shade} cx={11 + shade * 22} cy="8" r="7" class={`shade-${shade}`} />
        ))}
      </svg>
    </p>
  );
}

/** The tree: drawn, as it was after each split, and as a table. */
export function TreePart({ tree, history }: { readonly tree: Tree; readonly history: History | null }): JSX.Element {
  const slider = useId();
  const splits = useMemo(() => splitsOf(tree.nodes), [tree]);
  /** Null: all of them, also those to come. */
  const [shown, setShown] = useState<number | null>(null);
  const [wanted, setWanted] = useState(0);
  const upTo = Math.min(shown ?? splits.length, splits.length);
  const nodes = useMemo(() => nodesAfter(tree.nodes, upTo), [tree, upTo]);
  /** Null: as it suits the size of the tree. */
  const [wantsWords, setWantsWords] = useState<boolean | null>(null);
  const isWritten = wantsWords ?? tree.nodes.length <= MOST_WRITTEN;
  const layout = useMemo(() => layoutOf(nodes, isWritten ? WRITTEN : BARE), [nodes, isWritten]);
  const chosen = nodes.some(({ id }) => id === wanted) ? wanted : 0;
  const node = nodes.find(({ id }) => id === chosen);
  const rules = rulesTo(nodes, chosen);
  const latest = splits[upTo - 1];
  const leaves = tree.nodes
    .filter(({ isLeaf }) => isLeaf)
    .map((leaf) => ({ ...leaf, path: rulesTo(tree.nodes, leaf.id).join(' and ') || 'all links' }));
  const name = `${tree.title}: ${counted(nodes.filter(({ id }) => !nodes.some(({ parent }) => parent === id)).length, 'leaf', 'leaves')}`;
  return (
    <LearnedPart title={tree.title} note={tree.note}>
      {splits.length === 0 ? (
        <p>It has one leaf so far: no split separates the rewards yet.</p>
      ) : (
        <div class="field">
          <label for={slider}>
            <span>Splits shown</span>
          </label>
          <input
            id={slider}
            type="range"
            min="0"
            max={splits.length}
            value={upTo}
            aria-valuetext={`${upTo} of ${splits.length}`}
            onInput={({ currentTarget: { value } }) => setShown(Number(value) >= splits.length ? null : Number(value))}
          />
          <small role="status">
            {shown === null || upTo === splits.length
              ? `All ${counted(splits.length, 'split')}, as they are now.`
              : latest === undefined
                ? 'Before the first split.'
                : `After split ${upTo} of ${splits.length}, ${whenOf(latest.splitStep)}: node ${latest.id} was divided.`}
            {upTo < splits.length && ' Candidates and rewards are those of now.'}
          </small>
        </div>
      )}
      {tree.inAll > tree.nodes.length && (
        <p class="note">
          The {tree.nodes.length} nodes that were made first are shown, of {count(tree.inAll)}.
        </p>
      )}
      <p>
        <label>
          <input type="checkbox" checked={isWritten} onChange={(event) => setWantsWords(event.currentTarget.checked)} />{' '}
          Rules and figures in the drawing
        </label>
      </p>
      {layout && <TreeDrawing name={name} layout={layout} isWritten={isWritten} chosen={chosen} choose={setWanted} />}
      <Legend />
      {node && (
        <div class="chosen-node">
          <h3>{node.parent === null ? 'The root' : `Node ${node.id}`}</h3>
          {rules.length > 0 && (
            <ol class="path">
              {rules.map((rule, i) => (
                <li key={i}>{rule}</li>
              ))}
            </ol>
          )}
          <p>{nodeInWords(node)}.</p>
        </div>
      )}
      {history && history.events.length > 0 && (
        <details>
          <summary>The splits as they happened</summary>
          <ol class="events" reversed start={history.inAll}>
            {history.events
              .map(({ step, text }, i) => {
                const number = history.inAll - history.events.length + i + 1;
                return (
                  <li key={number}>
                    {whenOf(step)}: {ruleInWords(text)}{' '}
                    {number <= splits.length && (
                      <button
                        type="button"
                        onClick={() => setShown(number)}
                        aria-label={`Show the tree after split ${number}`}
                      >
                        Show
                      </button>
                    )}
                  </li>
                );
              })
              .reverse()}
          </ol>
        </details>
      )}
      <details>
        <summary>The leaves as a table</summary>
        <SortedTable name="Leaves" columns={COLUMNS} rows={leaves} keyOf={({ id }) => id} />
      </details>
    </LearnedPart>
  );
}
