import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';
import { settings } from '../../src/platform/config/settings.js';

interface Service {
  readonly environment: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly volumes: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const yaml = createRequire(import.meta.url)('js-yaml') as {
  load: (text: string, options: object) => Compose;
  YAML11_SCHEMA: object;
};
// Merge keys are YAML 1.1.
const read = (file: string): Compose => yaml.load(readFileSync(file, 'utf8'), { schema: yaml.YAML11_SCHEMA });
const { services, volumes } = read('docker/compose.yaml');

describe('docker/compose.yaml', () => {
  test.each(['api', 'worker'])(
    'passes every setting on to the %s from one file, and sets none that does not exist',
    (name) => {
      const { env_file: files, environment } = services[name];
      expect(files).toEqual([{ path: '.env', required: false }]);
      const own = Object.keys(environment).filter((key) => key !== 'PGPASSWORD');
      expect(own.filter((key) => !(key in settings))).toEqual([]);
      // The compose file sets addresses, folders and required values itself, so `.env` cannot.
      expect(
        own.filter(
          (key) =>
            !['DATABASE_URL', 'API_KEYS', 'DATA_DIR', 'ARCHIVE_DIR', 'ROLE', 'HOST', 'PORT', 'WORKER_PORT'].includes(
              key,
            ),
        ),
      ).toEqual([]);
    },
  );

  test('gives each container a /data of its own, and all the same archive', () => {
    for (const name of ['api', 'worker']) {
      const mounts = services[name].volumes;
      // A bare path is an anonymous volume, one for each container, also of a scaled service.
      expect(mounts).toContain('/data');
      expect(mounts.filter((mount) => mount.endsWith(':/data'))).toEqual([]);
      expect(mounts).toContain('archive:/archive');
    }
    expect(Object.keys(volumes).sort()).toEqual(['archive', 'postgres']);
  });

  test.each(['p@ss:w/ord?#[]%', '$a b\'"\\', 'ünï=&+'])('connects with the password %s', (password) => {
    const { DATABASE_URL: url, PGPASSWORD: given } = services['worker'].environment;
    expect(given).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(String(url)).not.toContain('$');
    const before = process.env['PGPASSWORD'];
    process.env['PGPASSWORD'] = password;
    try {
      const client = new pg.Client({ connectionString: String(url) });
      expect([client.user, client.host, client.port, client.database, client.password]).toEqual([
        'gleaner',
        'postgres',
        5432,
        'gleaner',
        password,
      ]);
    } finally {
      if (before === undefined) delete process.env['PGPASSWORD'];
      else process.env['PGPASSWORD'] = before;
    }
  });
});

describe('docker/compose.fleet.yaml', () => {
  const fleet = read('docker/compose.fleet.yaml').services;

  test('sets nothing that does not exist, and gives fetchers and renderers nothing of the database', () => {
    for (const name of ['api', 'worker', 'fetcher', 'renderer'])
      expect(Object.keys(fleet[name].environment).filter((key) => !(key in settings))).toEqual([]);
    for (const name of ['fetcher', 'renderer'])
      expect(Object.keys(fleet[name].environment).filter((key) => /DATABASE|API_KEYS/.test(key))).toEqual([]);
    expect(fleet['fetcher'].environment['FLEET_RENDERERS']).toBe('true');
  });

  test.each(['worker', 'fetcher', 'renderer'])(
    'lets the %s in as the user that the configuration of NATS knows',
    (role) => {
      const password = `NATS_${role.toUpperCase()}_PASSWORD`;
      expect(String(fleet[role].environment['NATS_URL'])).toMatch(
        new RegExp(`^nats://${role}:\\$\\{${password}:\\?[^}]+\\}@nats:4222$`),
      );
      expect(readFileSync('docker/nats.conf', 'utf8')).toMatch(
        new RegExp(`user: ${role}\\s*,?\\s*password: \\$${password}\\b`),
      );
      expect(Object.keys(fleet['nats'].environment)).toContain(password);
    },
  );
});
