import { z } from 'zod';

/** Access data for a session's own fetches. They are secrets, so they are not part of its settings, which are shown. */

const MAX_HOSTS = 100;
const MAX_PROXIES = 100;
/** A token, as in header names (RFC 9110 section 5.6.2). */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e]*$/;
/** Headers that frame the message, or that other settings control. */
const NOT_THEIRS: readonly string[] = [
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'upgrade', 'expect', 'te', 'trailer'],
  ...['proxy-authorization', 'accept-encoding', 'cookie', 'user-agent', 'accept-language', 'range'],
  ...['if-none-match', 'if-modified-since'],
];
/** As browsers take and send them: only a semicolon ends a value. */
const COOKIE = /^[\x21-\x3a\x3c\x3e-\x7e]+=[\x20-\x3a\x3c-\x7e]*$/;
const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$|^\[[0-9a-f:.]+\]$/;

/** A host name as in canonical URLs: lower case, IDN as punycode. Anything else stays as it is. */
function canonicalHost(name: string): string {
  const isName = !/[\s/\\?#@%:]/.test(name) || /^\[[0-9a-f:.]+\]$/i.test(name);
  return isName && URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname.replace(/\.$/, '') : name;
}

const headerSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(100)
    .regex(HEADER_NAME, 'the name of a header')
    .refine((name) => !NOT_THEIRS.includes(name.toLowerCase()), 'a header that the service does not set itself')
    .describe('Name of the header'),
  value: z.string().max(4_000).regex(HEADER_VALUE, 'only printable ASCII').describe('Its value'),
});

const hostSchema = z.strictObject({
  host: z
    .string()
    .max(253)
    .overwrite(canonicalHost)
    .refine((host) => HOST.test(host), 'a host name, without scheme and port')
    .describe('The host that they are sent to, and no other one'),
  headers: z.array(headerSchema).max(20).default([]).describe('Headers of each request to the host'),
  cookies: z
    .array(z.string().max(4_000).regex(COOKIE, 'name=value'))
    .max(50)
    .default([])
    .describe('Cookies of each visit of the host, as name=value'),
});

const isProxy = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  return /^(?:https?|socks5h?):$/.test(protocol) && hostname !== '' && pathname.length <= 1 && search === '';
};

export const accessSchema = z
  .strictObject({
    hosts: z.array(hostSchema).max(MAX_HOSTS).default([]).describe('Headers and cookies for single hosts'),
    proxies: z
      .array(
        z
          .string()
          .max(500)
          .refine(isProxy, 'a URL such as http://user:password@proxy.example:3128 or socks5://proxy.example:1080'),
      )
      .max(MAX_PROXIES)
      .default([])
      .describe(
        'Proxies (http, https, socks5) that are taken in turn. A visit asks one host through one proxy. They need public addresses, unless the service may crawl private networks',
      ),
  })
  .describe(
    'Headers, cookies and proxies for the fetches of this session alone. They are secrets: no answer, log, export or archive has them',
  );
export type AccessConfig = z.infer<typeof accessSchema>;
export { headerSchema as accessHeaderSchema, hostSchema as accessHostSchema };
