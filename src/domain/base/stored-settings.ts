import type { z } from 'zod';

/**
 * Settings as they are stored, which an earlier version may have written: a setting that is no longer there is left out, and one whose value is no longer
 * allowed has its default.
 *
 * @throws z.ZodError when a setting without a default is missing
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
