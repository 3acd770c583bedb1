/**
 * The value of a process's metric, by labels in the order of their names, as `outcome=started missed=false`; the empty
 * text if there are none.
 */
export async function metric(url: string, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const series = text.split('\n').flatMap((line) => {
    const [, labels = '', value] = new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`).exec(line) ?? [];
    if (value === undefined) return [];
    const own = [...labels.matchAll(/(\w+)="([^"]*)"/g)].filter(([, label]) => label !== 'role');
    return [[own.map(([, label, of]) => `${label}=${of}`).join(' '), Number(value)] as const];
  });
  return Object.fromEntries(series);
}
