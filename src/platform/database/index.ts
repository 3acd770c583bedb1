export { DatabaseEvents, JOBS_CHANNEL, notify, SESSIONS_CHANNEL } from './events.js';
export { type RunningDatabase, startEmbedded } from './embedded.js';
export { applyMigrations, MigrationError, migrationNames, MIGRATIONS_FOLDER } from './migrate.js';
export { DATABASE_URL, PrismaService } from './prisma.service.js';
export { startDatabase } from './start-database.js';
export { Prisma, type PrismaClient } from './generated/client.js';
export type * from './generated/models.js';
export * from './generated/enums.js';
