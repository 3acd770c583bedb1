import { productToken } from '../../../../domain/politeness/index.js';

/** Shown if the contact URL is this page itself. */
const NO_CONTACT = 'the operator of this service; look up the owner of the address that the requests came from';

const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

function contactOf(contactUrl: string): string {
  if (contactUrl.endsWith('/bot')) return NO_CONTACT;
  return `<a href="${escape(contactUrl)}">${escape(contactUrl.replace(/^mailto:/, ''))}</a>`;
}

/** The name for robots.txt, in the case used by the user agent. */
function tokenOf(userAgent: string): string {
  const token = productToken(userAgent);
  const at = userAgent.toLowerCase().indexOf(token);
  return token === '' ? '*' : userAgent.slice(at, at + token.length);
}

/**
 * Informs site owners about the crawler, and how to slow it down or keep it out. One page of plain HTML without loads.
 */
export function botPage(userAgent: string, contactUrl: string): string {
  const token = tokenOf(userAgent);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>About this crawler</title>
</head>
<body>
<h1>About this crawler</h1>
<p>You are reading this because a request with the user agent <code>${escape(userAgent)}</code> came to your site. It was sent by Gleaner, a focused
crawler: it looks for pages about a topic and follows only links that are likely to lead to more of them.</p>
<h2>Behaviour</h2>
<ul>
<li>It sends GET requests, follows links and redirects, and may load a page in a browser where its text is made by scripts. It fills in no forms and logs in nowhere.</li>
<li>It asks for <code>/robots.txt</code> before anything else, and again once a day, and stays away while that file cannot be had because of an error. Only the
people who run this crawler can switch that off, for sites of their own.</li>
<li>As a rule it sends one request at a time to a host, with a pause in between, and longer pauses when your server is slow or in trouble.</li>
</ul>
<h2>How to slow it down</h2>
<ul>
<li><code>Crawl-delay</code> in robots.txt, in seconds, up to 60.</li>
<li>Status 429 or 503 with <code>Retry-After</code>: it does not come back before then, a day at most.</li>
</ul>
<h2>How to keep it out</h2>
<p>In robots.txt, read as RFC 9309 says:</p>
<pre>
User-agent: ${token}
Disallow: /private/
Crawl-delay: 10
</pre>
<p>For single pages, <code>&lt;meta name="robots" content="noindex, nofollow"&gt;</code> or the header <code>X-Robots-Tag: noindex, nofollow</code>:
it then does not keep the page or follow its links. Links with <code>rel="nofollow"</code> are not followed.</p>
<h2>Contact</h2>
<p>Something is wrong? Write to ${contactOf(contactUrl)}.</p>
</body>
</html>
`;
}
