import type { Environment } from '../config/index.js';
import { EXIT_CONFIG, StartError } from '../start/index.js';
import { wantsTraces } from '../telemetry/index.js';

/** Packages that only some settings need: optional peers in package.json, which an installation may lack. */
interface Optional {
  readonly packages: readonly string[];
  /** The setting that needs them, if it is set. */
  readonly neededBy: (env: Environment) => string | undefined;
}

const isSet = (env: Environment, name: string): boolean => (env[name]?.trim() ?? '') !== '';

export const OPTIONAL: readonly Optional[] = [
  {
    packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'],
    neededBy: (env) => ['ARCHIVE_STORE', 'PAGE_STORE'].find((name) => isSet(env, name)),
  },
  {
    packages: ['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace-node'],
    neededBy: (env) =>
      wantsTraces(env)
        ? ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find((name) => isSet(env, name))
        : undefined,
  },
];

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/**
 * Refuses a start whose settings need packages that are not installed.
 *
 * @throws StartError
 */
export function requirePackages(env: Environment, isThere: (name: string) => boolean = isInstalled): void {
  for (const { packages, neededBy } of OPTIONAL) {
    const setting = neededBy(env);
    if (setting === undefined || packages.every(isThere)) continue;
    throw new StartError(
      `${setting} needs packages that are not installed: npm install ${packages.join(' ')} (in a clone: npm ci)`,
      { exitCode: EXIT_CONFIG },
    );
  }
}
