import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { settings } from '../../src/platform/config/settings.js';
import { findHelm } from '../../tools/helm.mjs';

const CHART = 'docker/helm/gleaner';
const run = promisify(execFile);
const yaml = createRequire(import.meta.url)('js-yaml') as { loadAll: (text: string) => Manifest[] };

interface Variable {
  readonly name: string;
  readonly value?: unknown;
}
interface PodSpec {
  readonly containers: readonly { readonly env: readonly Variable[]; readonly volumeMounts: readonly object[] }[];
  readonly volumes: readonly object[];
}
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>> & { readonly template?: { readonly spec: PodSpec } };
}

const GIVEN = { secret: { databaseUrl: 'postgresql://gleaner@db/gleaner', apiKeys: '0123456789abcdef' } };
const FLEET = {
  ...GIVEN,
  archive: { enabled: true },
  metrics: { podMonitor: true },
  settings: { CRAWL_MAX_SESSIONS: 3, LOG_LEVEL: 'warn' },
  api: { ingress: { enabled: true, tlsSecret: 'certificate', annotations: { a: 'b' } } },
  fleet: {
    enabled: true,
    nats: {
      url: 'tls://nats.example:4222',
      credentialsSecret: 'nats-credentials',
      caSecret: 'nats-ca',
      monitoringUrl: 'http://nats.example:8222/',
    },
    fetcher: { autoscaling: { enabled: true } },
    renderer: { autoscaling: { enabled: true } },
  },
};

let helm: string;
let folder: string;
beforeAll(async () => {
  helm = await findHelm();
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-helm-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function withValues(command: readonly string[], values: object): Promise<string> {
  const file = path.join(folder, 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const { stdout } = await run(helm, [...command, CHART, '--values', file]);
  return stdout;
}
const rendered = async (values: object): Promise<Manifest[]> =>
  yaml.loadAll(await withValues(['template', 'demo'], values)).filter(Boolean);
const refusal = async (values: object): Promise<string> =>
  rendered(values).then(
    () => 'accepted',
    (error: unknown) => (error as { stderr: string }).stderr,
  );

/** Places of each kind in Kubernetes' own types. Other kinds belong to other programs of the cluster. */
const TYPES: Readonly<Record<string, string>> = {
  Deployment: 'apps/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PersistentVolumeClaim: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  Secret: 'core/v1',
  Service: 'core/v1',
};

/** The compiler's messages about the manifests as values of Kubernetes' types: names and kinds of all fields. */
function typeErrors(manifests: readonly Manifest[]): string[] {
  const file = path.join(process.cwd(), 'test', 'long', 'helm-manifests.ts');
  const lines = manifests.flatMap((manifest, index) => {
    const type = TYPES[manifest.kind];
    return type === undefined
      ? []
      : [
          `export const manifest${index}: import('kubernetes-types/${type}').${manifest.kind} = ${JSON.stringify(manifest)};`,
        ];
  });
  const options: ts.CompilerOptions = {
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  };
  const host = ts.createCompilerHost(options);
  const onDisk = host.readFile.bind(host);
  const text = lines.join('\n');
  host.readFile = (name) => (name === file ? text : onDisk(name));
  host.fileExists = (name) => name === file || ts.sys.fileExists(name);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const podsOf = (manifests: readonly Manifest[]): Map<string, PodSpec> =>
  new Map(
    manifests.flatMap(({ metadata, spec }) =>
      spec?.template === undefined ? [] : [[metadata.name, spec.template.spec]],
    ),
  );
const variables = (pod: PodSpec | undefined): string[] => pod?.containers[0]?.env.map(({ name }) => name) ?? [];

test.each([
  ['as it is', GIVEN, ['demo-api', 'demo-worker']],
  ['with a fleet', FLEET, ['demo-api', 'demo-fetcher', 'demo-renderer', 'demo-worker']],
])('%s the chart passes lint and Kubernetes knows every field', async (_, values, pods) => {
  expect(await withValues(['lint', '--strict'], values)).toContain('0 chart(s) failed');
  const manifests = await rendered(values);
  expect([...podsOf(manifests).keys()].sort()).toEqual(pods);
  expect(typeErrors(manifests)).toEqual([]);
  const kinds = new Set(manifests.map(({ kind }) => kind));
  expect([...kinds].filter((kind) => !(kind in TYPES) && !['PodMonitor', 'ScaledObject'].includes(kind))).toEqual([]);
});

test('the compiler finds a field that Kubernetes does not have', async () => {
  const [service] = (await rendered(GIVEN)).filter(({ kind }) => kind === 'Service');
  expect(typeErrors([{ ...service, spec: { ...service?.spec, prot: 1 } }]).join()).toMatch(/prot/);
});

test('sets no variable that Gleaner does not know', async () => {
  for (const pod of podsOf(await rendered(FLEET)).values())
    expect(variables(pod).filter((name) => !(name in settings))).toEqual([]);
});

test('gives fetchers and renderers nothing of the database and no credentials but their own', async () => {
  const pods = podsOf(await rendered(FLEET));
  expect(variables(pods.get('demo-worker'))).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'API_KEYS', 'NATS_URL', 'CRAWL_MAX_SESSIONS']),
  );
  for (const role of ['fetcher', 'renderer']) {
    const pod = pods.get(`demo-${role}`);
    expect(variables(pod)).toEqual(expect.arrayContaining(['NATS_URL', 'NATS_CREDENTIALS', 'NATS_CA']));
    expect(variables(pod).filter((variable) => /DATABASE|API_KEYS|ARCHIVE/.test(variable))).toEqual([]);
    const volumes = JSON.stringify(pod?.volumes);
    const others = ['worker', 'fetcher', 'renderer'].filter((other) => other !== role);
    expect(volumes).toContain(`${role}.creds`);
    for (const other of others) expect(volumes).not.toContain(`${other}.creds`);
  }
});

test('tells fetchers whether there are renderers', async () => {
  const told = async (replicas: number): Promise<unknown> => {
    const fleet = { ...FLEET.fleet, renderer: { replicas, autoscaling: { enabled: false } } };
    const pod = podsOf(await rendered({ ...FLEET, fleet })).get('demo-fetcher');
    return pod?.containers[0]?.env.find(({ name }) => name === 'FLEET_RENDERERS')?.value;
  };
  expect(await told(1)).toBe('true');
  expect(await told(0)).toBe('false');
});

test('scales fetchers and renderers by the depth of their streams, and leaves the number to what scales them', async () => {
  const manifests = await rendered(FLEET);
  const fetcher = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'demo-fetcher');
  expect(fetcher?.spec).not.toHaveProperty('replicas');
  const scaled = manifests.filter(({ kind }) => kind === 'ScaledObject');
  expect(JSON.stringify(scaled[1]?.spec)).toMatch(/demo-renderer.*GLEANER_RENDERS/);
  expect(scaled).toHaveLength(2);
  expect(scaled[0]?.spec).toMatchObject({
    scaleTargetRef: { name: 'demo-fetcher' },
    minReplicaCount: 1,
    triggers: [{ type: 'metrics-api', metadata: { url: 'http://nats.example:8222/jsz?streams=true' } }],
  });
});

test.each([
  [{}, /secret\.databaseUrl/],
  [{ secret: { ...GIVEN.secret, apiKeys: 'short' } }, /apiKeys/],
  [{ ...GIVEN, fleet: { enabled: true } }, /fleet\.nats\.url/],
  [{ ...GIVEN, wroker: {} }, /wroker/],
  [{ ...GIVEN, settings: { 'crawl-user-agent': 'x' } }, /crawl-user-agent/],
])('refuses the values %j, naming what is wrong', async (values, words) => {
  expect(await refusal(values)).toMatch(words);
});
