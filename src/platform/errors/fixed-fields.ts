const reasons = new WeakMap<object, string>();

/** Marks the input of a change of an object. @param reason why its other fields cannot be changed, or where they can */
export const OthersFixed =
  (reason: string): ClassDecorator =>
  (type) =>
    void reasons.set(type, reason);

/** The reason given by `OthersFixed`; null for other inputs. */
export const reasonOfFixed = (type: object): string | null => reasons.get(type) ?? null;
