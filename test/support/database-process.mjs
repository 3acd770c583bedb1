import pg from 'pg';

/**
 * A process that uses an embedded database, controlled by its parent:
 * `node database-process.mjs COMPILED_PLATFORM DATA_DIR`.
 */
const [compiled, dataDir] = process.argv.slice(2);
const { startEmbedded } = await import(`${compiled}/database/embedded.js`);
const restarts = [];
let database;

const commands = {
  async start() {
    database = await startEmbedded({ dataDir, database: 'gleaner', onRestart: (event) => restarts.push(event) });
    return { url: database.ownerUrl, attached: database.attached };
  },
  async query({ sql }) {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  },
  async restarts() {
    return restarts;
  },
  async stop() {
    await database.stop();
  },
};

process.on('message', async ({ id, name, args }) => {
  try {
    process.send({ id, result: await commands[name](args ?? {}) });
  } catch (error) {
    process.send({ id, error: error.message });
  }
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
