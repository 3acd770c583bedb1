import type { z } from 'zod';

/**
 * Parses stored settings, which an earlier version may have written: removed settings are dropped, and values that are
 * no longer allowed are replaced by their defaults.
 *
 * @throws z.ZodError if a setting without a default is missing
 */
export function storedSettings<T>(schema: z.ZodType<T>, stored: unknown): T {
  const settings = { ...(stored as Record<string, unknown> | null) };
  for (;;) {
    const parsed = schema.safeParse(settings);
    if (parsed.success) return parsed.data;
    const refused = parsed.error.issues.flatMap((issue) =>
      issue.path.length === 0 && issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
    );
    const known = refused.filter((name) => Object.hasOwn(settings, name));
    if (known.length === 0) throw parsed.error;
    for (const name of known) Reflect.deleteProperty(settings, name);
  }
}
