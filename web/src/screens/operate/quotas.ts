/** Quotas as they are typed: empty is unlimited. */
export const QUOTAS = [
  {
    name: 'sessionsRunning',
    quota: 'SESSIONS_RUNNING',
    title: 'Sessions running',
    help: 'At the same time. Others wait.',
  },
  {
    name: 'fetchesPerDay',
    quota: 'FETCHES_PER_DAY',
    title: 'Fetches a day',
    help: 'Per day in UTC. Sessions then pause until the next day.',
  },
  {
    name: 'storedPages',
    quota: 'STORED_PAGES',
    title: 'Stored pages',
    help: 'Sessions then pause until some are deleted.',
  },
  { name: 'rendersPerDay', quota: 'RENDERS_PER_DAY', title: 'Rendered pages a day', help: 'Pages read by Chromium.' },
] as const;

type QuotaName = (typeof QUOTAS)[number]['name'];
export type Typed = Readonly<Record<QuotaName, string>>;
export type Quotas = Readonly<Record<QuotaName, number | null>>;

export const asTyped = (quotas: Quotas | null): Typed =>
  Object.fromEntries(QUOTAS.map(({ name }) => [name, String(quotas?.[name] ?? '')])) as unknown as Typed;

export const asQuotas = (typed: Typed): Quotas =>
  Object.fromEntries(
    QUOTAS.map(({ name }) => [name, typed[name].trim() === '' ? null : Number(typed[name])]),
  ) as unknown as Quotas;
