import pg from 'pg';
import { currentScope, type Scope } from '../scope/index.js';
import { survive } from './connections.js';

/** The beginning of a transaction that sees only the rows of its scope. Local settings end with the transaction. */
function begin(text = 'BEGIN'): string {
  const scope = currentScope();
  const settings = { ...(scope.kind === 'project' ? { project: scope.projectId } : {}), ...callerSettings(scope) };
  const set = Object.entries(settings).map(
    ([name, value]) => `set_config('gleaner.${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  return [
    text,
    ...(scope.kind === 'service' ? ['SET LOCAL ROLE gleaner_worker'] : []),
    ...(set.length > 0 ? [`SELECT ${set.join(', ')}`] : []),
  ].join('; ');
}

/** The caller, for the database's records of changes (migration `audit_log`). */
function callerSettings({ actor, origin }: Scope): Record<string, string> {
  if (actor === null) return {};
  return {
    actor: actor.name,
    ...(origin ? { address: origin.address, request: origin.requestId, call: origin.call } : {}),
  };
}

type Query = (...args: unknown[]) => unknown;
/** A pooled connection: each transaction on it has the scope in which its user runs. */
interface ScopedClient extends pg.PoolClient {
  unscoped?: Query;
}

const isBegin = (text: unknown): text is string => typeof text === 'string' && /^\s*BEGIN\b/i.test(text);

/** Makes `BEGIN` set the scope. Statements outside of a transaction have none, and so see no rows. */
function scoped(client: ScopedClient): void {
  if (client.unscoped) return;
  const query = client.query.bind(client) as Query;
  client.unscoped = query;
  client.query = ((first: unknown, ...rest: unknown[]) => {
    if (isBegin(first)) return query(scopedText(first), ...rest);
    const text = (first as { text?: unknown } | null)?.text;
    return isBegin(text) ? query({ ...(first as object), text: scopedText(text) }, ...rest) : query(first, ...rest);
  }) as typeof client.query;
}

/** Inserts the scope after `BEGIN …`, before the rest of the text. */
function scopedText(text: string): string {
  const [first = 'BEGIN', ...rest] = text.split(';');
  return [begin(first), ...rest].join(';');
}

/**
 * A pool whose connections work as `gleaner_api`, under row-level security. A single statement runs in its own
 * transaction, which sets the scope first.
 */
export class ScopedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('connect', (client: ScopedClient) => {
      survive(client);
      scoped(client);
    });
    this.on('error', () => undefined);
  }

  /** @throws NoScopeError outside of a scope */
  override query = (async (statement: unknown, values?: unknown) => {
    const opening = begin();
    const client: ScopedClient = await this.connect();
    const query = client.unscoped as (...args: unknown[]) => Promise<pg.QueryResult>;
    let isOpen = true;
    try {
      await query(opening);
      const answer = values === undefined ? await query(statement) : await query(statement, values);
      await query('COMMIT');
      isOpen = false;
      return answer;
    } catch (error) {
      await query('ROLLBACK').then(
        () => (isOpen = false),
        () => undefined,
      );
      throw error;
    } finally {
      // A connection that cannot end its transaction is not reused.
      client.release(isOpen);
    }
  }) as unknown as pg.Pool['query'];
}
