/** Pages to be labelled, one after the other. */
export interface Labelling<Page> {
  readonly waiting: readonly Page[];
  /** Given labels, newest last. */
  readonly done: readonly { readonly page: Page; readonly label: 'relevant' | 'irrelevant' | 'skipped' }[];
}

/** Number of labels that can be undone. */
const MOST_DONE = 50;

export const newLabelling = <Page>(): Labelling<Page> => ({ waiting: [], done: [] });

type Same<Page> = (one: Page, other: Page) => boolean;

/**
 * More pages behind those that wait. Pages that wait or were dealt with already are left out: the service proposes
 * skipped ones again.
 */
export function withMore<Page>(labelling: Labelling<Page>, more: readonly Page[], isSame: Same<Page>): Labelling<Page> {
  const known = [...labelling.waiting, ...labelling.done.map(({ page }) => page)];
  const fresh = more.filter((page) => !known.some((other) => isSame(page, other)));
  return { ...labelling, waiting: [...labelling.waiting, ...fresh] };
}

/** A page is dealt with: the first one, if none is given. */
export function dealtWith<Page>(
  { waiting, done }: Labelling<Page>,
  label: 'relevant' | 'irrelevant' | 'skipped',
  page = waiting[0],
): Labelling<Page> {
  if (page === undefined) return { waiting, done };
  return { waiting: waiting.filter((one) => one !== page), done: [...done, { page, label }].slice(-MOST_DONE) };
}

/** A page whose label was refused waits again, before the others. */
export function givenBack<Page>({ waiting, done }: Labelling<Page>, page: Page): Labelling<Page> {
  return {
    waiting: [page, ...waiting.filter((one) => one !== page)],
    done: done.filter((one) => one.page !== page),
  };
}

/** A label that could not be taken back stands. */
export function stillLabelled<Page>(
  { waiting, done }: Labelling<Page>,
  page: Page,
  label: 'relevant' | 'irrelevant',
): Labelling<Page> {
  return { waiting: waiting.filter((one) => one !== page), done: [...done, { page, label }] };
}

/** A page that was dealt with is the first again: the newest one, if none is given. */
export function takenBack<Page>(labelling: Labelling<Page>, page = labelling.done.at(-1)?.page): Labelling<Page> {
  return page === undefined ? labelling : givenBack(labelling, page);
}
