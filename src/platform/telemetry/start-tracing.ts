import type { Environment } from '../config/index.js';

/** What the spans of this process say of it, besides what OTEL_RESOURCE_ATTRIBUTES adds. */
export interface TracingOptions {
  readonly role: string;
  readonly instance: string;
  /** Told when spans cannot be sent, once a minute at most. */
  readonly warn: (message: string) => void;
}

export interface Tracing {
  /** Sends what is left, within a few seconds, and ends. Never rejects. */
  stop(): Promise<void>;
}

const NONE: Tracing = { stop: () => Promise.resolve() };

/** Whether the environment asks for traces, by the variables that OpenTelemetry defines: it names a collector and does not switch tracing off. */
export function wantsTraces(env: Environment): boolean {
  const valueOf = (name: string) => env[name]?.trim() ?? '';
  const isNamed = valueOf('OTEL_EXPORTER_OTLP_ENDPOINT') !== '' || valueOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') !== '';
  const exporter = valueOf('OTEL_TRACES_EXPORTER');
  return isNamed && valueOf('OTEL_SDK_DISABLED').toLowerCase() !== 'true' && ['', 'otlp'].includes(exporter);
}

/** Switches tracing on if the environment asks for it. Otherwise nothing of OpenTelemetry's SDK is loaded. */
export async function startTracing(env: Environment, options: TracingOptions): Promise<Tracing> {
  if (!wantsTraces(env)) return NONE;
  try {
    const { openExport } = await import('./otlp-export.js');
    return openExport(options);
  } catch (error) {
    options.warn(`traces cannot be sent: ${error instanceof Error ? error.message : String(error)}`);
    return NONE;
  }
}
