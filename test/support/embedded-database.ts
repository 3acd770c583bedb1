import { applyMigrations } from '../../src/platform/database/migrate.js';
import { startEmbedded } from '../../src/platform/database/embedded.js';
import { openClient } from '../../src/platform/database/connections.js';

/**
 * Creates the embedded database of a data folder as the service would, does some work in it as its owner and stops its
 * server.
 */
export async function inDatabase(dataDir: string, statements: readonly string[]): Promise<void> {
  const database = await startEmbedded({ dataDir, database: 'gleaner' });
  try {
    await applyMigrations(database.ownerUrl);
    const client = openClient(database.ownerUrl, 'gleaner-test');
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  } finally {
    await database.stop();
  }
}
