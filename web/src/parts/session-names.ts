import { minuteOf } from './words.js';

interface Named {
  readonly name?: string | null;
  readonly policy: string;
  readonly createdAt: string;
}

/** The name of a session for people: the given name, or the policy and the time of creation. */
export const sessionName = ({ name = null, policy, createdAt }: Named): string =>
  name ?? `${policy}, ${minuteOf(createdAt)}`;

/** Names, each of its own: of equal ones the later get a number. */
export function namesApart(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const earlier = names.slice(0, i).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}
