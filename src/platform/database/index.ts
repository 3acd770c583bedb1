export { type ChangeOrigin, setOrigin } from './change-origin.js';
export { hasCluster, clusterPlace } from './cluster.js';
export { commonSession, type CreatedKey, newestFirst, readingWay } from './reading-way.js';
export { openClient, openLimitedClient, openPool } from './connections.js';
export { type ColumnType, CopyRows, copyRows, uuidBytes, inSnakeCase } from './copy-rows.js';
export {
  DatabaseEvents,
  Events,
  COLLECTIONS_CHANNEL,
  EXPORTS_CHANNEL,
  JOBS_CHANNEL,
  notify,
  OUTBOX_CHANNEL,
  SESSIONS_CHANNEL,
} from './events.js';
export { Subscription } from './subscription.js';
export { type RunningDatabase, startEmbedded } from './embedded.js';
export {
  allowService,
  appliedMigrations,
  applyMigrations,
  MigrationError,
  migrationNames,
  MIGRATIONS_FOLDER,
  type RestoringDatabase,
  restoringInto,
} from './migrate.js';
export { countEach, countRows, MAX_COUNTED, parentIds, type RowCount, summed } from './counting.js';
export {
  CrawlDatabase,
  DATABASE_URL,
  PrismaService,
  ReadingDatabase,
  type DatabaseTransaction,
  TRANSACTION,
} from './prisma.service.js';
export { ofProject, ofProjectsTopic, whereProject } from './of-project.js';
export { logFailure } from './log-failure.js';
export { DatabaseAwayError, retrying } from './retrying.js';
export { FolderAccessError, requireAccess } from './folder-access.js';
export { startDatabase } from './start-database.js';
export { type DatabaseTrouble, databaseTrouble, isDiskFull, TROUBLE_KINDS, type TroubleKind } from './trouble.js';
export { timeOrderedIds } from './time-ordered-id.js';
export { storedJson } from './stored-json.js';
export { Prisma } from './generated/client.js';
export type * from './generated/models.js';
export * from './generated/enums.js';
