/**
 * Query parameters that identify the visitor's origin, not the content. Lower case. Sources: the vendors' documentation
 * of their click identifiers.
 */
const TRACKING_PARAMETERS: ReadonlySet<string> = new Set([
  // Google Ads and Analytics
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'srsltid',
  '_ga',
  '_gl',
  // Facebook, Instagram, Microsoft, Yandex, X, TikTok, LinkedIn, Pinterest, Adobe
  'fbclid',
  'mibextid',
  'igshid',
  'igsh',
  'msclkid',
  'yclid',
  'ysclid',
  '_openstat',
  'twclid',
  'ttclid',
  'li_fat_id',
  'epik',
  's_kwcid',
  'ef_id',
  // Affiliates: Impact, ShareASale, Commission Junction; links into apps: Branch
  'irclickid',
  'sscid',
  'cjevent',
  '_branch_match_id',
  '_branch_referrer',
  // Mail and marketing suites: Mailchimp, HubSpot, Marketo, Omeda, Vero, Zanox, Klaviyo, Dotdigital, MailerLite
  'mc_cid',
  'mc_eid',
  '_hsenc',
  '_hsmi',
  '__hstc',
  '__hssc',
  '__hsfp',
  'hsctatracking',
  'mkt_tok',
  'oly_anon_id',
  'oly_enc_id',
  'vero_id',
  'vero_conv',
  'zanpid',
  '_kx',
  'dm_i',
  'ml_subscriber',
  'ml_subscriber_hash',
]);

/** Families of campaign parameters: Google's, Matomo's under its three names, HubSpot's for advertisements. */
const TRACKING_PREFIXES = ['utm_', 'mtm_', 'matomo_', 'pk_', 'piwik_', 'hsa_'] as const;

/** Names that only session ids have. */
const SESSION_PARAMETERS: ReadonlySet<string> = new Set(['jsessionid', 'phpsessid']);
const ASP_SESSION = /^aspsessionid[a-z]{0,8}$/;

/** Names of session ids or, as often, of ordinary numbers: the value decides. */
const DOUBTFUL_SESSION_PARAMETERS: ReadonlySet<string> = new Set([
  'sid',
  'sessid',
  'session',
  'sessionid',
  'session_id',
  'oscsid',
  'zenid',
]);

/** 64 bits in hex, the minimum of a session id. Numbers of stories and sections ("sid=2041") are shorter. */
const LONG_HEX = /^[0-9a-f]{16,}$/i;

/** @param name lower case */
export function isTrackingParameter(name: string): boolean {
  if (TRACKING_PARAMETERS.has(name)) return true;
  for (const prefix of TRACKING_PREFIXES) if (name.startsWith(prefix)) return true;
  return false;
}

/** @param name lower case */
export function isSessionParameter(name: string, value: string): boolean {
  if (SESSION_PARAMETERS.has(name) || (name.length >= 12 && ASP_SESSION.test(name))) return true;
  return DOUBTFUL_SESSION_PARAMETERS.has(name) && LONG_HEX.test(value);
}
