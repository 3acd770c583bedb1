import { VIEWPORT } from './page-reading.js';

/** Each context has its own guard proxy; the browser's own requests go to a port where nothing listens. */
const NO_PROXY_THERE = 'http://127.0.0.1:1';

/** Unrequested features: work and traffic that no page needs. */
const OFF_FEATURES = [
  // A new frame for each document of a host, in the process of the one before. A navigation costs a third more with it,
  // and isolates nothing.
  'RenderDocument',
  'RenderDocumentCompositorReuse',
  // A process for the next page of another host: tabs stay with theirs.
  'SpareRendererForSitePerProcess',
  'Prerender2',
  'NavigationPredictor',
  'Translate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'MediaRouter',
  'AimEnabled',
  // Hosts are asked by the scheme that the link has.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // Documents are read as soon as they are there, painted or not.
  'PaintHolding',
  // Storage of third parties as in most browsers of today.
  'ThirdPartyStoragePartitioning',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  // Would abort redirects of requests that scripts make to other hosts, as long as documents are intercepted.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
];

/**
 * Arguments for a browser used by a crawler: all traffic through the guard proxies, little memory. Web security and
 * process isolation stay on.
 */
export function browserArguments(profile: string, sandbox: boolean): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-startup-window',
    ...(sandbox ? [] : ['--no-sandbox']),
    `--proxy-server=${NO_PROXY_THERE}`,
    // Loopback goes through the proxy as well, which refuses it.
    '--proxy-bypass-list=<-loopback>',
    // Should anything try to resolve a name past the proxy, it finds none.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--blink-settings=imagesEnabled=false',
    '--disable-remote-fonts',
    '--disable-gpu',
    // Pages are drawn for thumbnails alone, in software.
    '--enable-unsafe-swiftshader',
    '--disable-notifications',
    '--disable-speech-api',
    // Of the headless shell, which has no blocker of pop-ups.
    '--block-new-web-contents',
    '--mute-audio',
    '--no-pings',
    '--autoplay-policy=user-gesture-required',
    // Of one renderer process; a page that wants more crashes its tab alone.
    '--js-flags=--max-old-space-size=512',
    `--window-size=${VIEWPORT.width},${VIEWPORT.height}`,
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    // Pages that nobody looks at run as fast as others.
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-hang-monitor',
    '--allow-pre-commit-input',
    '--disable-back-forward-cache',
    '--disable-prompt-on-repost',
    `--disable-features=${OFF_FEATURES.join(',')}`,
    '--enable-features=CDPScreenshotNewSurface',
    // Nothing of its own: no experiments, updates, reports, accounts, extensions or key rings.
    '--disable-field-trial-config',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-component-extensions-with-background-pages',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-search-engine-choice-screen',
    '--disable-infobars',
    '--metrics-recording-only',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    // Containers often have little of it.
    '--disable-dev-shm-usage',
  ];
}
