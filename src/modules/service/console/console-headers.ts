/**
 * The page loads only scripts, styles and pictures of this service, none of them inline, and connects only to it.
 * `'self'` includes WebSockets.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'none'";

export const CONSOLE_HEADERS: Readonly<Record<string, string>> = { 'content-security-policy': POLICY };
