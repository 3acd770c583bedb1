/** Rows by their topic, in their original order. */
export function byTopic<T extends { readonly topicId: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(row.topicId);
    if (group) group.push(row);
    else groups.set(row.topicId, [row]);
  }
  return groups;
}
