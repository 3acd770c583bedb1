/**
 * Session ids in URLs, which `canonicalUrl` keeps because a server may insist on them. The forms are those that
 * Heritrix strips: ASP.NET's path segment, and parameters in path or query named for a session.
 */
const FORMS: readonly RegExp[] = [
  /\/(\((?:[a-z]\([0-9a-z]{24}\))+\)|\([0-9a-z]{24}\))(?=\/)/i,
  /[;?&/](?:[a-z]*sess(?:ion)?[-_.]?(?:id)?|[a-z]{0,4}sid|s|zenid)[=-]((?=[a-z]*\d)[0-9a-z]{16,64})(?![0-9a-z])/i,
  /[?&](?:cfid=\w+&)?cftoken=([\w-]{6,64})/i,
];

/** The URL without its session id, and the id; null if it has none. */
export function splitSession(pathAndQuery: string): { readonly bare: string; readonly id: string } | null {
  if (!/[?;(]|sid|sess/i.test(pathAndQuery)) return null;
  for (const form of FORMS) {
    const match = form.exec(pathAndQuery);
    if (match !== null)
      return {
        bare: pathAndQuery.slice(0, match.index) + pathAndQuery.slice(match.index + match[0].length),
        id: match[1],
      };
  }
  return null;
}
