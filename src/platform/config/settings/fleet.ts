import { flag, integer, setting, text } from '../setting-kinds.js';

const SERVERS = 'addresses such as nats://127.0.0.1:4222 or tls://nats.example:4222, separated by commas';
const isServer = (value: string): boolean =>
  URL.canParse(value) && ['nats:', 'tls:', 'ws:', 'wss:'].includes(new URL(value).protocol);

/** A fleet: workers hand fetches to fetchers over NATS JetStream. */
export const fleetSettings = {
  NATS_URL: setting(
    text(SERVERS).refine((value) => value.split(',').every((one) => isServer(one.trim())), { error: SERVERS }),
    undefined,
    'NATS servers with JetStream, over which workers hand fetches to fetchers (`ROLE=fetcher`). Unset: workers fetch themselves',
    true,
  ),
  NATS_CREDENTIALS: setting(text('a file'), undefined, 'File with the NATS credentials (JWT and nkey) of this process'),
  NATS_CA: setting(text('a file'), undefined, "File with the certificates that the NATS servers' are checked against"),
  FLEET_LEASE_SECONDS: setting(
    integer(1, 600),
    '10',
    'How long a fetcher keeps its sites without a sign of life. Then others take them over. All processes of a fleet must have the same',
  ),
  FLEET_PARTITIONS: setting(
    integer(1, 1_024),
    '64',
    'Parts into which sites are divided among fetchers: several times the number of fetchers. All processes of a fleet must have the same',
  ),
  FLEET_RENDERERS: setting(
    flag(),
    'false',
    'Whether fetchers hand pages that need a browser to renderers (`ROLE=renderer`) instead of rendering them themselves',
  ),
} as const;
