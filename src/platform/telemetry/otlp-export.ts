import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { traceWith } from './spans.js';
import type { Tracing, TracingOptions } from './start-tracing.js';

/** How long the end of the process waits for the last spans, ms. A collector that is away must not hold it up. */
const FLUSH_MS = 3_000;
/** A collector that is away is told of once in so long, ms. */
const REMIND_MS = 60_000;
const MAX_MESSAGE_CHARS = 500;

/** Complaints of the SDK go into our log, at most one a minute: it makes one for each batch that was not sent. */
function listenTo(warn: (message: string) => void): void {
  let nextAt = 0;
  const tell = (message: string): void => {
    const now = performance.now();
    if (now < nextAt) return;
    nextAt = now + REMIND_MS;
    warn(`traces: ${message.slice(0, MAX_MESSAGE_CHARS)}`);
  };
  const silent = (): void => undefined;
  diag.setLogger({ error: tell, warn: tell, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN);
}

/**
 * Sends spans over OTLP/HTTP, as the standard variables say: OTEL_EXPORTER_OTLP_* where to, OTEL_TRACES_SAMPLER which, OTEL_BSP_* in which batches,
 * OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES in whose name. The SDK reads them. Its queue holds 2048 spans unless told, and drops what does not fit.
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
