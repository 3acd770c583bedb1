import { NO_SPAN, openSpan, shownUrl, startTracing, traced } from './index.js';
import { wantsTraces } from './start-tracing.js';

describe('whether traces are wanted', () => {
  const there = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
  test.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, false],
    [there, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
    [{ ...there, OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ ...there, OTEL_SDK_DISABLED: 'false' }, true],
    [{ ...there, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...there, OTEL_TRACES_EXPORTER: 'otlp' }, true],
  ])('%j: %s', (env, expected) => expect(wantsTraces(env)).toBe(expected));
});

describe('addresses in traces', () => {
  test.each([
    ['https://example.org/a?b=1&c=2#d', 'https://example.org/a?b=REDACTED&c=REDACTED'],
    ['https://me:secret@example.org:8443/', 'https://example.org:8443/'],
    ['https://example.org/?secret', 'https://example.org/?REDACTED'],
    ['https://example.org/?token=a=b', 'https://example.org/?token=REDACTED'],
    ['no address', 'invalid'],
  ])('%s is shown as %s', (url, shown) => expect(shownUrl(url)).toBe(shown));

  test('have at most 2 000 characters', () => {
    expect(shownUrl(`https://example.org/${'a'.repeat(10_000)}?${'b=c&'.repeat(10_000)}`)).toHaveLength(2_000);
  });
});

describe('tracing', () => {
  const never = () => {
    throw new Error('computed');
  };

  test('switched off it computes nothing and passes work on', async () => {
    expect(openSpan('a', never)).toBe(NO_SPAN);
    expect(await traced('a', never, (span) => Promise.resolve(span))).toBe(NO_SPAN);
    expect((await startTracing({}, { role: 'api', instance: 'a', warn: never })).stop).toBeDefined();
  });
});
