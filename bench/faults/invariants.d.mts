export function violationsOf(
  client: { query(sql: string, values: unknown[]): Promise<{ rows: { what: string }[] }> },
  sessionId: string,
): Promise<string[]>;
