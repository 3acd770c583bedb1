import { ownCopy } from '../text/cut-text.js';
import type { LinkPlace } from './parsed-page.js';

/** WAI-ARIA landmark roles. `main` cancels the enclosing place. */
const ROLE_PLACES: ReadonlyMap<string, LinkPlace> = new Map([
  ['navigation', 'navigation'],
  ['menu', 'navigation'],
  ['menubar', 'navigation'],
  ['search', 'navigation'],
  ['banner', 'header'],
  ['contentinfo', 'footer'],
  ['complementary', 'aside'],
  ['main', 'main'],
]);

const ELEMENT_PLACES: ReadonlyMap<string, LinkPlace> = new Map([
  ['nav', 'navigation'],
  ['menu', 'navigation'],
  ['search', 'navigation'],
  ['header', 'header'],
  ['footer', 'footer'],
  ['aside', 'aside'],
  ['main', 'main'],
]);

/** Words in class names and ids that name a place. */
const PLACE_WORDS: ReadonlyMap<string, LinkPlace> = new Map([
  ...words(
    'navigation',
    'nav navi navbar navbox navigation menu menubar topnav subnav sidenav topmenu submenu breadcrumb breadcrumbs crumbs',
  ),
  ...words('navigation', 'pagination pager tabs toc'),
  ...words('header', 'header masthead banner topbar'),
  ...words('footer', 'footer footnav copyright colophon'),
  ...words(
    'aside',
    'sidebar aside rail widget widgets related ads advert advertisement share sharing social cookie cookies',
  ),
]);

/**
 * Words that may accompany a place's word without changing its meaning: `site-header`, `nav-left`, `footer_links`. Any
 * other word makes it something else: `article-header`, `has-sidebar`, `content-with-menu`.
 */
const MODIFIERS: ReadonlySet<string> = new Set(
  (
    'site page global main primary secondary top bottom left right upper lower side sub local inner outer wrapper wrap container area block box bar list ' +
    'links link menu items group row col column section div mobile desktop sticky fixed default dark light collapse 1 2 3 4 first last notice consent buttons'
  ).split(' '),
);

/** Words of classes and ids of consent notices: the matter of the notice, or the program that shows it. */
const CONSENT_WORDS: ReadonlySet<string> = new Set(
  (
    'cookie cookies gdpr ccpa rgpd dsgvo lgpd consent onetrust cybot cookiebot didomi usercentrics quantcast qc cc cky cookieyes cmplz complianz iubenda truste trustarc ' +
    'borlabs klaro tarteaucitron cookiefirst cookiescript cookiehub osano moove axeptio termly cookieinformation evidon efilli pandectes appconsent snigel'
  ).split(' '),
);
/** Words beside those that make them a notice. A page about cookies has others. */
const NOTICE_WORDS: ReadonlySet<string> = new Set(
  (
    'notice banner bar infobar popup modal overlay dialog disclaimer message alert prompt toast hinweis leiste bandeau barra aviso avis melding settings preferences confirmation hint ' +
    'warning wall manager window control root host sdk ui cmp cmp2 track tracking injected'
  ).split(' '),
);
/** Those that make a name with `privacy` a notice; others may name a page's own text about it. */
const BANNER_WORDS: ReadonlySet<string> = new Set(
  'banner bar popup popin modal overlay dialog prompt toast wall tc'.split(' '),
);
const PRIVACY = /(?:^|-)(?:privacy|eprivacy|datenschutz)(?:-|$)/;
const BESIDE_THEM: ReadonlySet<string> = new Set(
  'eu js wp wt cli hs ez fc cs cm pc law policy info information data privacy eprivacy datenschutz compliance script choice choices pop popin up tc tool framework'.split(
    ' ',
  ),
);
/** Words that name the text of a page about its cookies too. */
const OF_PAGES = /policy|information/;
const NOTICES: ReadonlySet<string> = new Set(['klaro', 'sliding-popup', 'cmpbox', 'cmpwrapper', 'ccm-root', 'eupopup']);
const JOINED_CONSENT =
  /(cookies?|gdpr|consent)(?=banner|bar|box|hinweis|consent|notice|popup|law|info|policy|modal|dialog|message|overlay|wall|alert|control|choice|manager)/g;

/**
 * The place that a class or id names by the words of notices that ask for consent: a notice, or an aside, which may be
 * content if it has more text than the rest, because pages about cookies use the same words; null if none.
 *
 * @param name in lower case, its words joined by `-`
 */
function placeOfConsent(name: string): 'consent' | 'aside' | null {
  if (NOTICES.has(name) || name.startsWith('sp-message-container')) return 'consent';
  let consent = 0;
  let notice = 0;
  let banner = 0;
  let isClear = false;
  // Behind two signs come parts of a notice, and numbers of style sheets.
  const [own] = name.split('--', 1);
  for (const word of own.replace(JOINED_CONSENT, '$1-').split('-')) {
    if (CONSENT_WORDS.has(word)) {
      consent++;
      isClear ||= word.length > 2;
    } else if (NOTICE_WORDS.has(word)) notice++;
    // Letters are prefixes of style sheets.
    else if (word.length > 1 && !MODIFIERS.has(word) && !BESIDE_THEM.has(word)) return null;
    if (BANNER_WORDS.has(word)) banner++;
  }
  const isPrivacy = PRIVACY.test(own);
  if (consent > 1 || (consent === 1 && notice > 0) || (banner > 0 && isPrivacy)) return 'consent';
  return (isClear && !OF_PAGES.test(own)) || (isPrivacy && /settings|preferences/.test(own)) ? 'aside' : null;
}

/** Words of elements that stand over a page or between its parts, by their matter and by their kind. */
const OVERLAY_MATTERS: ReadonlySet<string> = new Set(
  'newsletter mailchimp age adblock adblocker paywall subscribe subscription signup exit promo discount welcome app interstitial'.split(
    ' ',
  ),
);
const OVERLAY_KINDS: ReadonlySet<string> = new Set(
  'popup popin popover modal overlay dialog lightbox gate wall verification verify check signup optin interstitial'.split(
    ' ',
  ),
);
const BESIDE_OVERLAYS: ReadonlySet<string> = new Set('intent blocker blocked form download install js'.split(' '));
const JOINED_OVERLAY = /(?<=^|-)(newsletter|age|adblock|exit|promo)(?=popup|modal|overlay|gate|wall|signup|check)/g;

/** @param name in lower case, its words joined by `-` */
function isOverlay(name: string): boolean {
  let matters = 0;
  let kinds = 0;
  for (const word of name.replace(JOINED_OVERLAY, '$1-').split(/-+/)) {
    if (OVERLAY_MATTERS.has(word) && matters === 0) matters++;
    else if (OVERLAY_KINDS.has(word)) kinds++;
    else if (!MODIFIERS.has(word) && !BESIDE_OVERLAYS.has(word)) return false;
  }
  return matters > 0 && kinds > 0;
}

/** Roles of elements that stand over a page, and labels of those that ask for consent. */
const DIALOG_ROLE = /^\s*(?:alert)?dialog\s*$/i;
const CONSENT_LABEL = /cookie|consent|gdpr|dsgvo|rgpd|lgpd|privacy|datenschutz/i;

const isDialog = ({ name, role }: PlaceClues): boolean =>
  name === 'dialog' || (role !== null && DIALOG_ROLE.test(role));

/** Whether an element is a notice by its label: any label of a dialog about consent, or the name of a notice. */
function isLabelledNotice(clues: PlaceClues): boolean {
  const { label } = clues;
  if (label === null || label.length > MAX_CLASS_CHARS) return false;
  if (isDialog(clues)) return CONSENT_LABEL.test(label);
  return CONSENT_LABEL.test(label) && placeOfConsent(label.trim().toLowerCase().replaceAll(/\s+/g, '-')) === 'consent';
}

/** Longer classes are generated; human-made names fit into 200 characters. */
const MAX_CLASS_CHARS = 200;
const MAX_REMEMBERED = 5_000;
/** A place by its name; a consent notice is an aside that is no content, whatever it says. */
type NameOfPlace = LinkPlace | 'consent';
const remembered = new Map<string, NameOfPlace | null>();

function words(place: LinkPlace, list: string): [string, LinkPlace][] {
  return list.split(' ').map((word) => [word, place]);
}

function readNames(names: string): NameOfPlace | null {
  for (const written of names.split(/\s+/)) {
    const name = written
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replaceAll(/[_:]/g, '-');
    const consent = placeOfConsent(name);
    if (consent !== null) return consent;
    if (isOverlay(name)) return 'aside';
    let place: LinkPlace | null = null;
    for (const word of name.split(/-+/)) {
      const named = PLACE_WORDS.get(word);
      if (named !== undefined) place ??= named;
      else if (!MODIFIERS.has(word)) {
        place = null;
        break;
      }
    }
    if (place !== null) return place;
  }
  return null;
}

/** The place named by a class attribute or an id, null if none. */
function placeOfNames(names: string): NameOfPlace | null {
  const known = remembered.get(names);
  if (known !== undefined) return known;
  const place = readNames(names.slice(0, MAX_CLASS_CHARS));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  if (names.length <= MAX_CLASS_CHARS) remembered.set(ownCopy(names), place);
  return place;
}

/** Elements inside which a `header` or `footer` belongs to that part, not to the page (HTML-AAM 1.0). */
export const SECTIONING: ReadonlySet<string> = new Set([
  'article',
  'section',
  'main',
  'aside',
  'nav',
  'blockquote',
  'figure',
]);

/** Ids that mark the content of pages older than the `main` element. */
const CONTENT_IDS: ReadonlySet<string> = new Set([
  'content',
  'main',
  'main-content',
  'maincontent',
  'main_content',
  'bodycontent',
  'mw-content-text',
]);

/** The clues to an element's place. */
export interface PlaceClues {
  readonly name: string;
  readonly role: string | null;
  /** Null if class and id do not matter: inline elements, list items, table rows. */
  readonly classes: string | null;
  readonly id: string | null;
  /** Its `aria-label`. */
  readonly label: string | null;
  /** True inside an element of `SECTIONING`. */
  readonly inSection: boolean;
  readonly isTableCell: boolean;
}

/** Whether an element's role or name determines its place, so that class and id do not matter. */
const isMarked = (name: string, role: string | null): boolean =>
  ELEMENT_PLACES.has(name) || (role !== null && ROLE_PLACES.has(role.trim().toLowerCase()));

const isHeaderByName = ({ name, role }: PlaceClues): boolean => name === 'header' && role === null;

/**
 * A place, and the start of the element whose place follows only from its class or id, or from a `header` element,
 * which may be an article's; 0 if there is none.
 */
interface NamedPlace {
  readonly place: LinkPlace;
  readonly namedFrom: number;
}

/** `NamedPlace.namedFrom` inside an element that begins at `start` and whose content is at `inner`. */
export function namedFromWithin(
  { place, namedFrom }: NamedPlace,
  inner: LinkPlace,
  clues: PlaceClues,
  start: number,
): number {
  if (inner === 'main') return inner === place ? namedFrom : 0;
  if (placeNamed(clues) === 'consent') return 0;
  if (inner === place) return namedFrom;
  return place !== 'main' || (isMarked(clues.name, clues.role) && !isHeaderByName(clues)) ? 0 : start;
}

function placeNamed(clues: PlaceClues): NameOfPlace | null {
  const { classes, id } = clues;
  if (isLabelledNotice(clues)) return 'consent';
  const named = (classes === null ? null : placeOfNames(classes)) ?? (id === null ? null : placeOfNames(id));
  return named ?? (isDialog(clues) ? 'aside' : null);
}

/**
 * The place of an element's content: from its role or name, or, without such marks, from its class or id; otherwise
 * that of the enclosing element.
 */
export function placeWithin(outer: LinkPlace, clues: PlaceClues): LinkPlace {
  const byRole = clues.role === null ? undefined : ROLE_PLACES.get(clues.role.trim().toLowerCase());
  if (byRole !== undefined) return byRole;
  const byName = ELEMENT_PLACES.get(clues.name);
  if (byName !== undefined) return clues.inSection && (byName === 'header' || byName === 'footer') ? outer : byName;
  if (clues.id !== null && CONTENT_IDS.has(clues.id.toLowerCase())) return 'main';
  const name = placeNamed(clues);
  if (name === null) return outer;
  const named = name === 'consent' ? 'aside' : name;
  const isBand = named === 'header' || named === 'footer';
  if (isBand && (clues.inSection || clues.isTableCell)) return outer;
  // A widget's own "footer" or "links" does not leave the aside; a menu in the page's header is a menu.
  return outer === 'main' || (named === 'navigation' && (outer === 'header' || outer === 'footer')) ? named : outer;
}
