export const FREE_ENDS: readonly string[];
export const ENDS_BEFORE_REQUEST: readonly string[];
export function violationsOf(
  client: { query(sql: string, values: unknown[]): Promise<{ rows: { what: string }[] }> },
  sessionId: string,
): Promise<string[]>;
