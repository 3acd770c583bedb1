/** Ids in a query of the address: `?with=a,b`. */
export const idsIn = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((id) => /^[\w-]{1,64}$/.test(id))),
];

/** Keeps a choice in the address without leaving the screen, so that it can be shared and found again. */
export function keepInAddress(name: string, values: readonly string[]): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  const rest = address.searchParams.toString();
  const kept = values.length === 0 ? '' : `${name}=${values.map(encodeURIComponent).join(',')}`;
  const query = [rest, kept].filter((part) => part !== '').join('&');
  history.replaceState(history.state, '', `${address.pathname}${query === '' ? '' : `?${query}`}`);
}
