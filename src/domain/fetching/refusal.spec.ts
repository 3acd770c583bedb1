import { refusalOf, type Refusal } from './refusal.js';

const told = (status: number, html = '', headers: Record<string, string> = {}): Refusal | null =>
  refusalOf({ status, headers: new Map(Object.entries(headers)), html: () => html });
const document = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const sentences = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `<p>Sentence ${i} says something of its own about cheese and rennet.</p>`,
  ).join('');

/** The shortest pages that are recognised as walls of these products. */
const WALLS: Readonly<Record<string, string>> = {
  'F5, in words':
    '<title>Request Rejected</title>The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 1',
  'F5, in scripts':
    '<script>window["bobcmn"] = "10111";</script><script src="/TSPD/08a2b3?type=10"></script><noscript>Please enable JavaScript to view the page content.</noscript>',
  'a free hoster':
    '<script src="/aes.js"></script><script>document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/"; location.href="/?i=1"</script><noscript>This site requires Javascript to work</noscript>',
  Alibaba: '<script>var arg1="3BE";function reload(x){setCookie("acw_sc__v2",x);document.location.reload()}</script>',
  Knownsec: '<script>document.cookie=("_")+("_")+("jsl_clearance_s=")+("1");location.href=location.pathname</script>',
  SiteGround: '<link rel=icon href="data:;"><meta http-equiv=refresh content="0;/.well-known/sgcaptcha/?r=%2F&y=powc">',
  'go-away':
    '<p>Checking you are not a bot</p><script src="/.well-known/.git.example.org/cmd/go-away/assets/challenge.mjs"></script>',
  Yandex: '<form method="POST" action="/checkcaptcha?key=1"><input type=submit value="I am no robot"></form>',
  Amazon:
    '<h4>Enter the characters you see below</h4><form method=get action="/errors/validateCaptcha"><input type=text name=field-keywords></form>',
  Cloudflare: document(
    '<noscript>Enable JavaScript and cookies to continue</noscript><script>(function(){window._cf_chl_opt = {cvId: "3", cZone: "a.example"};var a = document.createElement("script");a.src = "/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1?ray=1";}());</script>',
    '<title>Just a moment...</title>',
  ),
  'Cloudflare as it was': document(
    '<div class="cf-browser-verification cf-im-under-attack">Checking your browser before accessing a.example.</div>',
  ),
  Akamai: document(
    '<div id="sec-if-cpt-container" style="display:none"></div><script src="/_sec/cp_challenge/ak-challenge-4-3.htm"></script>',
  ),
  'Akamai by refresh': document('&nbsp;', '<meta http-equiv="refresh" content="5; URL=\'/?bm-verify=AAQAAAAJ\'">'),
  Imperva: document(
    '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=9&xinfo=1">Request unsuccessful. Incapsula incident ID: 1-2</iframe>',
  ),
  'Imperva by script': document(
    '',
    '<META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5074a744e2e3d891814e9a2dace20bd4,719d34d31c8e3a6e6fffd425f7e032f3"></script>',
  ),
  'Imperva, in words': document(
    '<h1>Pardon Our Interruption</h1><p>As you were browsing something about your browser made us think you were a bot.</p>',
    '<title>Pardon Our Interruption</title>',
  ),
  Kasada: document(
    '<script>window.KPSDK={};KPSDK.now=typeof performance!=="undefined"?performance.now.bind(performance):Date.now.bind(Date);KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js?ak_bmsc_nke=1"></script>',
  ),
  Reblaze: document('<script>window.rbzns={fiftyone:"1"};winsocks();</script>'),
  DataDome: document(
    '<script>var dd={"rt":"c","cid":"AHrl","host":"geo.captcha-delivery.com"}</script><script src="https://ct.captcha-delivery.com/c.js"></script>',
  ),
  PerimeterX: document(
    '<div id="px-captcha"></div><script src="https://captcha.px-cdn.net/PX1/captcha.js"></script>Press and hold to confirm you are a human',
  ),
  'AWS WAF': document(
    '<div id="challenge-container"></div><script>window.gokuProps = {"key":"AQ"};AwsWafIntegration.checkForceRefresh()</script>',
  ),
  Anubis: document(
    `<script id="anubis_challenge" type="application/json">{}</script><main><h1>Making sure you're not a bot!</h1>${sentences(5)}</main>`,
  ),
  Sucuri: document(
    '<script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js="";S="cz0i";</script>',
    '<title>You are being redirected...</title>',
  ),
  'DDoS-Guard': document(
    '<p>Checking your browser before accessing a.example</p><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    '<title>DDoS-Guard</title>',
  ),
  Vercel: document('<p>We are verifying your browser</p>', '<title>Vercel Security Checkpoint</title>'),
  reCAPTCHA: document(
    '<form><p>Show that you are no robot</p><div class="g-recaptcha" data-sitekey="1"></div><input type="submit" value="Go on"></form>',
  ),
  hCaptcha: document("<p>One more step</p><form><div id=c class='box h-captcha' data-sitekey=1></div></form>"),
  Turnstile: document('<p>Verify that you are human</p><div class="cf-turnstile"></div>'),
};

describe('a challenge', () => {
  it.each(Object.entries(WALLS))('of %s is recognised under a status of success and of refusal', (_, html) => {
    expect([200, 202, 403, 429, 503].map((status) => told(status, html))).toEqual(Array(5).fill('challenge'));
    expect([404, 410, 500].map((status) => told(status, html))).toEqual([null, null, null]);
  });

  it.each([
    ['cf-mitigated', 'challenge'],
    ['x-amzn-waf-action', 'captcha'],
    ['x-amzn-waf-action', 'challenge'],
    ['x-vercel-mitigated', 'challenge'],
    ['sg-captcha', 'challenge'],
  ])('is recognised by the header %s: %s, under any status', (name, value) => {
    expect([200, 202, 403, 404, 405].map((status) => told(status, '', { [name]: value }))).toEqual(
      Array(5).fill('challenge'),
    );
    expect(told(200, '', { [name]: 'none' })).toBeNull();
  });
});

describe('no challenge', () => {
  const form =
    '<form><input name="mail"><textarea name="text"></textarea><div class="g-recaptcha"></div><button>Send</button></form>';
  const ORDINARY: Readonly<Record<string, string>> = {
    'is a form to write to somebody, with a captcha': document(`<h1>Contact</h1>${form}`),
    'is a form to sign up, with a captcha': document(
      '<form><input type="email"><input type=password><div class="h-captcha"></div></form>',
    ),
    'is a text with a captcha below': document(`${sentences(12)}<div class="cf-turnstile"></div>`),
    'is a page of links with a captcha': document(
      `<div class="g-recaptcha"></div>${Array.from({ length: 6 }, (_, i) => `<a href="/${i}">${i}</a>`).join('')}`,
    ),
    'is an article about walls': document(
      `${sentences(40)}<pre>&lt;script&gt;window._cf_chl_opt = {}; id="anubis_challenge" captcha-delivery.com sucuri_cloudproxy_js&lt;/script&gt;</pre>`,
    ),
    'is a page behind Cloudflare': document(
      "<h1>Cheese</h1><script>window.__CF$cv$params={r:'1'};d.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';e.src='/cdn-cgi/challenge-platform/h/b/scripts/jsd/1/main.js'</script>",
    ),
    'is a page behind Imperva': document(
      '<p>Hello</p><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>',
    ),
    'is a page behind Kasada': document(
      '<p>Hello</p><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/p.js"></script>',
    ),
    'is a page with the tags of DataDome and PerimeterX': document(
      '<p>Hello</p><script src="https://js.datadome.co/tags.js"></script><script>window._pxAppId = "PX1"</script><script src="https://client.px-cloud.net/PX1/main.min.js"></script>',
    ),
    'is an empty page for scripts to fill in, with an invisible captcha': document(
      '<div id="root"></div><script src="https://www.google.com/recaptcha/api.js?render=1"></script><script src="/app.js"></script>',
    ),
    'is an empty page': '',
    'is a long page': document(`<div class="g-recaptcha"></div>${'<!-- padding -->'.repeat(3_000)}`),
  };
  it.each(Object.entries(ORDINARY))('%s', (_, html) => expect(told(200, html)).toBeNull());

  it('asks for the document only where it decides', () => {
    const html = (): string => {
      throw new Error('it was read');
    };
    const headers = new Map([['cf-mitigated', 'challenge']]);
    expect(refusalOf({ status: 404, headers: new Map(), html })).toBeNull();
    expect(refusalOf({ status: 200, headers, html })).toBe('challenge');
  });
});

it.each([
  [200, null],
  [301, null],
  [400, null],
  [401, 'forbidden'],
  [402, 'forbidden'],
  [403, 'forbidden'],
  [404, null],
  [405, null],
  [410, null],
  [429, 'throttled'],
  [451, 'forbidden'],
  [500, null],
  [503, null],
  [430, 'throttled'],
  [420, 'throttled'],
  [529, null],
  [999, null],
])('status %s is %s', (status, refusal) => {
  expect(told(status, document(sentences(3)))).toBe(refusal);
});
