import { LEARNED_STATE_LIMITS, type LearnedTable } from '../learned-state/index.js';

/** An arm in a report. */
interface ArmFigures {
  readonly name: string;
  readonly pulls: number;
  readonly mean: number;
  readonly bound: number;
  readonly waiting: number;
}

/** The arms with the most pulls, then those with the most links. */
export function armsTable(arms: readonly ArmFigures[]): LearnedTable {
  const rows = [...arms]
    .sort((a, b) => b.pulls - a.pulls || b.waiting - a.waiting)
    .slice(0, LEARNED_STATE_LIMITS.rows)
    .map(({ name, pulls, mean, bound, waiting }) => ({
      name,
      values: [pulls, pulls === 0 ? null : mean, pulls === 0 ? null : bound, waiting],
    }));
  return {
    title: 'Arms of the bandit',
    note: 'An arm is a group of links at alike tag paths. It is called by the path at which most of its links stand.',
    rowName: 'Tag path',
    columns: [
      { name: 'Pulls', note: 'Links of this arm that were followed' },
      { name: 'Mean reward', note: 'Of the links that were followed' },
      { name: 'Bound', note: 'Mean reward and exploration term: the highest is pulled next' },
      { name: 'Waiting', note: 'Candidates of this arm' },
    ],
    rows,
    inAll: arms.length,
  };
}
