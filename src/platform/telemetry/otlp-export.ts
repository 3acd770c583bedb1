import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { traceWith } from './spans.js';
import type { Warn } from './warn.js';

/** Attributes of this process in its spans, besides OTEL_RESOURCE_ATTRIBUTES. */
export interface TracingOptions {
  readonly role: string;
  readonly instance: string;
  /** Called if spans cannot be sent, at most once a minute. */
  readonly warn: Warn;
}

export interface Tracing {
  /** Sends the remaining spans within a few seconds, and ends. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Longest time that the end of the process waits for sending the last spans, ms. An unavailable collector must not
 * delay it.
 */
const FLUSH_MS = 3_000;
/** Interval of warnings about an unavailable collector, ms. */
const REMIND_MS = 60_000;
const MAX_MESSAGE_CHARS = 500;

/** Logs the SDK's complaints, at most one a minute: it emits one for each unsent batch. */
function listenTo(warn: Warn): void {
  let nextAt = 0;
  const complain = (message: string): void => {
    const now = performance.now();
    if (now < nextAt) return;
    nextAt = now + REMIND_MS;
    warn({ reason: message.slice(0, MAX_MESSAGE_CHARS) }, 'cannot send traces');
  };
  const silent = (): void => undefined;
  diag.setLogger({ error: complain, warn: complain, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
}

/**
 * Sends spans over OTLP/HTTP, configured by the standard variables: OTEL_EXPORTER_OTLP_* (destination),
 * OTEL_TRACES_SAMPLER (sampling), OTEL_BSP_* (batches), OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES (identity). The
 * SDK reads them. By default its queue holds 2048 spans, and drops further ones.
 */
export function openExport({ role, instance, warn }: TracingOptions): Tracing {
  listenTo(warn);
  const own = {
    'service.name': 'gleaner',
    'service.instance.id': instance,
    'gleaner.role': role,
    'process.pid': process.pid,
  };
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(own))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  traceWith(provider.getTracer('gleaner'));
  return {
    stop: async () => {
      traceWith(null);
      const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
