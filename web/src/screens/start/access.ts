/** The secrets of a session in the form. They exist in the screen only: a reload loses them. */
export interface AccessDraft {
  readonly hosts: readonly HostDraft[];
  /** One in a line. */
  readonly proxies: string;
}

export interface HostDraft {
  readonly host: string;
  /** One in a line, as `Name: value`. */
  readonly headers: string;
  /** One in a line, as `name=value`. */
  readonly cookies: string;
}

export const NO_HOST: HostDraft = { host: '', headers: '', cookies: '' };
export const NO_ACCESS: AccessDraft = { hosts: [], proxies: '' };

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isEmpty = ({ host, headers, cookies }: HostDraft): boolean => `${host}${headers}${cookies}`.trim() === '';

/** A line of a header: a name, a colon, a value. */
const HEADER = /^([^\s:]+):\s*(.*)$/;

/** The unreadable parts, named by place and without their content. */
export function unreadableIn({ hosts }: AccessDraft): string[] {
  return hosts.flatMap((entry, i) => [
    ...(entry.host.trim() === '' && !isEmpty(entry) ? [`host ${i + 1} has no name`] : []),
    ...linesOf(entry.headers).flatMap((line, at) =>
      HEADER.test(line) ? [] : [`header ${at + 1} of host ${i + 1} is not "Name: value"`],
    ),
    ...linesOf(entry.cookies).flatMap((line, at) =>
      line.includes('=') ? [] : [`cookie ${at + 1} of host ${i + 1} is not "name=value"`],
    ),
  ]);
}

/** As the service takes it; empty where there is none. The places of hosts are those on the screen. */
export function accessOf({ hosts, proxies }: AccessDraft) {
  const theirs = hosts.map(({ host, headers, cookies }) => ({
    host: host.trim().toLowerCase(),
    headers: linesOf(headers).map((line) => {
      const [, name = '', value = ''] = HEADER.exec(line) ?? [];
      return { name, value };
    }),
    cookies: linesOf(cookies),
  }));
  const through = linesOf(proxies);
  const isNone = hosts.every(isEmpty) && through.length === 0;
  return isNone ? {} : { access: { hosts: theirs, proxies: through } };
}
