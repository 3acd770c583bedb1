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
  // Facebook, Instagram, Microsoft, Yandex, X, Reddit, Snapchat, Taboola, Outbrain, TikTok, LinkedIn, Pinterest, Adobe
  'fbclid',
  'mibextid',
  'fb_action_ids',
  'fb_action_types',
  'fb_ref',
  'fb_source',
  'igshid',
  'igsh',
  'msclkid',
  'yclid',
  'ysclid',
  '_openstat',
  'twclid',
  '__twitter_impression',
  'rdt_cid',
  'sccid',
  'tblci',
  'dicbo',
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
  // Eloqua, ActiveCampaign, Listrak, Bronto, Hootsuite
  'elqtrackid',
  'elqtrack',
  'vgo_ee',
  'trk_contact',
  'trk_msg',
  'trk_module',
  'trk_sid',
  '_bta_tid',
  '_bta_c',
  'hss_channel',
  // Measuring: Piano (AT Internet), Mapp, Webtrends, Comscore; MediaWiki; Yahoo after its question about cookies
  'xtor',
  'at_medium',
  'at_campaign',
  'at_campaign_type',
  'at_link_id',
  'at_link_type',
  'at_link_origin',
  'at_ptr_name',
  'at_format',
  'at_bbc_team',
  'wt_zmc',
  'wt.mc_id',
  'ns_campaign',
  'ns_mchannel',
  'ns_source',
  'ns_linkname',
  'ns_fee',
  'wprov',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
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
