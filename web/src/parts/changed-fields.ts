/**
 * The fields of a form that its user has changed. Only these are sent, so that what others have changed since the form
 * was opened is kept. Empty if nothing differs.
 */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

export const isNothing = (fields: object): boolean => Object.keys(fields).length === 0;
