export {
  partitionOf,
  partitionOfHost,
  emptyTable,
  given,
  joined,
  left,
  NOBODY,
  ownedBy,
  type PartitionTable,
  taken,
  toGive,
  toTake,
  watchedBy,
} from './partition-table.js';
export { sharesOf } from './share.js';
