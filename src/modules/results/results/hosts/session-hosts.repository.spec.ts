import { readFileSync } from 'node:fs';
import { HOST_PATIENCE_MS } from '../../../../domain/session/index.js';

const MIGRATION = 'prisma/migrations/20261123233100_waiting_hosts_and_comparison/migration.sql';

test('the index of long waits has those that the query asks for: the longer ones than a fetch waits', () => {
  expect(readFileSync(MIGRATION, 'utf8')).toContain(`WHERE "host_wait_ms" > ${HOST_PATIENCE_MS};`);
});
