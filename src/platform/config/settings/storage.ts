import { flag, integer, setting, text, url } from '../setting-kinds.js';

const STORE = 's3://BUCKET or s3://BUCKET/PREFIX';
const store = () =>
  text(STORE).regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9!_.*'()/-]{0,500})?$/, { error: STORE });

/** Folders, the object store and the database. */
export const storageSettings = {
  DATA_DIR: setting(text('a folder'), './data', 'Folder of the embedded database and of caches'),
  CACHE_DIR: setting(text('a folder'), undefined, 'Folder of the unpacked Chromium; default: `cache` in DATA_DIR'),
  ARCHIVE_DIR: setting(
    text('a folder'),
    undefined,
    'Folder of the WARC files of sessions that keep an archive; API and workers must share it; default: `archive` in DATA_DIR',
  ),
  RECORDED_WEBS_DIR: setting(
    text('a folder'),
    undefined,
    'Folder of recorded webs (WARC files with lists of labels) on which spiders can be trained; API and workers must share it. Unset: none',
  ),
  ARCHIVE_FILE_BYTES: setting(
    integer(1_000_000, 100_000_000_000),
    '1000000000',
    'Size at which a WARC file ends and the next one begins',
  ),
  ARCHIVE_STORE: setting(
    store(),
    undefined,
    'S3-compatible store to which finished WARC files and stored exports are moved; API and workers must name the same one. Unset: they stay in ARCHIVE_DIR',
  ),
  PAGE_STORE: setting(
    store(),
    undefined,
    'S3-compatible store to which texts of pages are moved once they can be searched, reached by the ARCHIVE_STORE_… settings below; API and workers must name the same one. Unset: they stay in PostgreSQL',
  ),
  ARCHIVE_STORE_ENDPOINT: setting(
    url(['http:', 'https:'], 'a URL such as http://127.0.0.1:9000'),
    undefined,
    'Address of the stores (ARCHIVE_STORE, PAGE_STORE) if it is not that of Amazon',
  ),
  ARCHIVE_STORE_REGION: setting(
    text('a region such as eu-west-1'),
    undefined,
    'Region of the stores; default: AWS_REGION, or us-east-1 if ARCHIVE_STORE_ENDPOINT is set',
  ),
  ARCHIVE_STORE_ACCESS_KEY_ID: setting(
    text('the id of a key'),
    undefined,
    'Key of the stores; default: AWS_ACCESS_KEY_ID, or any other source that the AWS SDK knows',
  ),
  ARCHIVE_STORE_SECRET_ACCESS_KEY: setting(
    text('a secret'),
    undefined,
    'Secret of this key; default: AWS_SECRET_ACCESS_KEY, or any other source that the AWS SDK knows',
    true,
  ),
  ARCHIVE_STORE_KEEP_LOCAL: setting(
    flag(),
    'false',
    'Keep WARC files in ARCHIVE_DIR after they are in the store and were verified there',
  ),
  DISK_RESERVE_MB: setting(
    integer(0, 1_048_576),
    '512',
    'Sessions wait while less is free on the disk of the archives, or of the embedded database, MB; on small disks a twentieth of them, if that is less. 0: they wait once a write has failed',
  ),
  DATABASE_URL: setting(
    url(['postgres:', 'postgresql:'], 'a URL such as postgresql://user:password@host:5432/database'),
    undefined,
    'PostgreSQL to use instead of the embedded one',
    true,
  ),
  DATABASE_OWNER_URL: setting(
    url(['postgres:', 'postgresql:'], 'a URL such as postgresql://owner:password@host:5432/database'),
    undefined,
    'The same database as DATABASE_URL, as the user who owns the tables: migrations run as this user, and all else as that of DATABASE_URL. Unset: both are one',
    true,
  ),
  DATABASE_POOL_SIZE: setting(
    integer(2, 100),
    '10',
    'Maximum number of database connections per process. A worker has the same number again only for crawling',
  ),
  DATABASE_PATIENCE_SECONDS: setting(
    integer(1, 86_400),
    '600',
    'How long a start, a session or a job waits for a database that cannot be reached, is starting or is full. Then the start fails, and the session or job goes back to the queue',
  ),
} as const;
