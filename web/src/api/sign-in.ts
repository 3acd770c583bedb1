import { forgetProject } from './project.js';
import { type Failure, failureFrom, OFFLINE } from './failures.js';

/**
 * Whether calls need a key, and who the console works for. The key itself is sent once and kept nowhere in the page.
 */
export interface Standing {
  readonly needed: boolean;
  readonly signedIn: {
    readonly kind: string;
    readonly name: string;
    readonly scope: string;
    readonly project: string;
  } | null;
}

let now: Standing | null = null;

/**
 * Whether the console may show what concerns all projects: to operators, and on this machine where no key is needed.
 */
export const isOperator = (): boolean => now !== null && (!now.needed || now.signedIn?.kind === 'operator');
/** Whether it may change what the project has: a key that only reads may not. */
export const mayWrite = (): boolean => isOperator() || (now?.signedIn != null && now.signedIn.scope !== 'read');
/** Whether it may administer the project that it shows. */
export const mayAdminister = (): boolean => isOperator() || now?.signedIn?.scope === 'admin';

export type Signed =
  { readonly standing: Standing; readonly failure: null } | { readonly standing: null; readonly failure: Failure };

async function call(method: string, body?: object): Promise<Signed> {
  try {
    const answer = await fetch('/console/sign-in', {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (answer.status === 204) return { standing: { needed: true, signedIn: null }, failure: null };
    const said = (await answer.json()) as Record<string, unknown>;
    if (answer.ok) {
      now = said as unknown as Standing;
      return { standing: now, failure: null };
    }
    const message = typeof said['detail'] === 'string' ? said['detail'] : 'Signing in failed.';
    return { standing: null, failure: failureFrom(message, said) };
  } catch {
    return { standing: null, failure: OFFLINE };
  }
}

export const askStanding = (): Promise<Signed> => call('GET');

/** An operator keeps the chosen project; a key of a project has no other one. */
export async function signIn(key: string): Promise<Signed> {
  const answer = await call('POST', { key });
  if (answer.standing?.signedIn?.kind === 'key') forgetProject();
  return answer;
}

export function signOut(): Promise<Signed> {
  forgetProject();
  return call('DELETE');
}
