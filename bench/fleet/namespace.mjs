/**
 * A network namespace with two links to this machine: one to NATS, which can be cut, and one to the web. Needs root and
 * iproute2.
 */
import { execFileSync } from 'node:child_process';
import { connect, createServer } from 'node:net';

const NATS = { here: '10.213.1.1', there: '10.213.1.2' };
const WEB = { here: '10.213.2.1', there: '10.213.2.2' };
/** Listening on addresses other than loopback needs keys; health checks do not. */
const KEY = 'only-for-this-benchmark';

const ip = (...args) => execFileSync('ip', args, { stdio: 'pipe' });

/** Forwards connections from an address of this side. */
function relay(host, target) {
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    // Connections of a removed link never end by themselves and must not keep the process alive.
    near.unref();
    far.unref();
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  return new Promise((done, failed) => {
    server.once('error', failed).listen(0, host, () => done({ server, port: server.address().port }));
  });
}

/** @returns `reason` if this user cannot create namespaces on this machine */
export function createNamespace() {
  const name = `gleaner${process.pid % 10_000}`;
  const [nats, web] = [`gn${process.pid % 10_000}`, `gw${process.pid % 10_000}`];
  const remove = () => {
    for (const link of [nats, web])
      try {
        ip('link', 'del', link);
      } catch {
        // It was not created, or is gone with its namespace.
      }
    try {
      ip('netns', 'del', name);
    } catch {
      // It was not created.
    }
  };
  try {
    ip('netns', 'add', name);
    for (const [link, { here, there }] of [
      [nats, NATS],
      [web, WEB],
    ]) {
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', `${link}b`, 'netns', name);
      ip('addr', 'add', `${here}/30`, 'dev', link);
      ip('link', 'set', link, 'up');
      ip('-n', name, 'addr', 'add', `${there}/30`, 'dev', `${link}b`);
      ip('-n', name, 'link', 'set', `${link}b`, 'up');
    }
    ip('-n', name, 'link', 'set', 'lo', 'up');
  } catch (error) {
    remove();
    return { reason: `no network namespace: ${String(error.stderr ?? error.message).trim()}` };
  }
  const relays = [];
  return {
    async startFetcher(stage) {
      const [toNats, toWeb] = [await relay(NATS.here, stage.nats.port), await relay(WEB.here, stage.stage.webPort)];
      relays.push(toNats.server, toWeb.server);
      return stage.start(
        'fetcher',
        {
          NATS_URL: `nats://${NATS.here}:${toNats.port}`,
          CRAWL_PROXY_URL: `http://${WEB.here}:${toWeb.port}`,
          HOST: WEB.there,
          API_KEYS: KEY,
        },
        { host: WEB.there, through: ['ip', 'netns', 'exec', name] },
      );
    },
    cut: () => ip('link', 'set', nats, 'down'),
    mend: () => ip('link', 'set', nats, 'up'),
    close: async () => {
      for (const server of relays) server.close();
      remove();
    },
  };
}
