import type { Environment } from '../config/index.js';
import type { Tracing, TracingOptions } from './otlp-export.js';

const NONE: Tracing = { stop: () => Promise.resolve() };

/**
 * Whether the environment requests traces by OpenTelemetry's variables: it names a collector and does not switch
 * tracing off.
 */
export function wantsTraces(env: Environment): boolean {
  const valueOf = (name: string) => env[name]?.trim() ?? '';
  const isNamed = valueOf('OTEL_EXPORTER_OTLP_ENDPOINT') !== '' || valueOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  const exporter = valueOf('OTEL_TRACES_EXPORTER');
  return isNamed && valueOf('OTEL_SDK_DISABLED').toLowerCase() !== 'true' && ['', 'otlp'].includes(exporter);
}

/** Switches tracing on if the environment requests it. Otherwise OpenTelemetry's SDK is not loaded. */
export async function startTracing(env: Environment, options: TracingOptions): Promise<Tracing> {
  if (!wantsTraces(env)) return NONE;
  try {
    const { openExport } = await import('./otlp-export.js');
    return openExport(options);
  } catch (error) {
    options.warn({ err: error }, 'cannot send traces');
    return NONE;
  }
}
