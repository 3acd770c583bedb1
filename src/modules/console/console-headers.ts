/** The page loads scripts, styles and pictures of this service alone, none of them inline, and speaks to nobody else. `'self'` includes WebSockets. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'none'";

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = { 'content-security-policy': POLICY };
