export { type ChangeOrigin, tellOrigin } from './change-origin.js';
export { hasCluster } from './cluster.js';
export { commonSession } from './common-session.js';
export { openClient, openLimitedClient, openPool } from './connections.js';
export { type ColumnType, CopyRows, copyRows, uuidBytes } from './copy-rows.js';
export {
  DatabaseEvents,
  Events,
  EXPORTS_CHANNEL,
  JOBS_CHANNEL,
  notify,
  OUTBOX_CHANNEL,
  SESSIONS_CHANNEL,
} from './events.js';
export { Subscription } from './subscription.js';
export { clusterPlace } from './cluster.js';
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
export { CrawlDatabase, DATABASE_URL, PrismaService, ReadingDatabase } from './prisma.service.js';
export { ofProject, ofProjectsTopic, whereProject } from './of-project.js';
export { type CreatedKey, newestFirst, readingWay } from './reading-way.js';
export { DatabaseAwayError, retrying } from './retrying.js';
export { FolderAccessError, requireAccess } from './folder-access.js';
export { inSnakeCase } from './snake-case.js';
export { startDatabase } from './start-database.js';
export { type DatabaseTrouble, databaseTrouble, isDiskFull, TROUBLE_KINDS, type TroubleKind } from './trouble.js';
export { type DatabaseTransaction, TRANSACTION } from './transaction.js';
export { timeOrderedIds } from './time-ordered-id.js';
export { Prisma } from './generated/client.js';
export type * from './generated/models.js';
export * from './generated/enums.js';
