import * as attribute from './attributes.js';
import { type LinkCollector, type Occurrence, referenceOf } from './link-collector.js';
import type { OpenElements } from './open-elements.js';
import type { LinkPlace } from './parsed-page.js';
import { tagInfo } from './tags.js';

/** The types of documents in `object` and `embed` that browsers show as they show frames. */
const DOCUMENT_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
/** `5; url=/next`, as lenient as HTML standard 4.2.5.3. */
const REFRESH = /^\.?\d[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;
const DELAY = /^\.?\d[\d.]*\s*(?:$|[;,\s])/;
const IMAGE_TYPE = /^image$/i;
const SVG = tagInfo('svg');

/** A declarative refresh. */
interface Refresh {
  /** Whole seconds. */
  readonly delay: number;
  /** URL as written; '' for the page itself. */
  readonly target: string;
}

/** The refresh that the content of a meta element or header asks for; null if it is invalid. */
export function refreshOf(content: string): Refresh | null {
  const text = content.trim();
  if (!DELAY.test(text)) return null;
  const [, double, single, bare] = REFRESH.exec(text) ?? [];
  return { delay: Math.floor(Number.parseFloat(text)), target: double ?? single ?? bare ?? '' };
}

/** Takes the links of elements in a page's body. */
export class LinkTags {
  /** True between the tags of a link, including links within the page. */
  inAnchor = false;

  /**
   * @param values attributes of the current tag
   * @param occurrence creates a link at the current position, by its label and place
   */
  constructor(
    private readonly values: readonly (string | null)[],
    private readonly open: OpenElements,
    private readonly links: LinkCollector,
    private readonly occurrence: (label: string | null, place?: LinkPlace) => Occurrence,
  ) {}

  /** Reads the start tag of an element with this name. */
  read(name: string): void {
    const { values } = this;
    switch (name) {
      case 'a':
        this.anchor();
        break;
      case 'area':
        this.add(attribute.HREF, this.label(attribute.ALT, attribute.ARIA_LABEL));
        break;
      case 'img':
        this.links.image(values[attribute.ALT] ?? values[attribute.ARIA_LABEL] ?? values[attribute.TITLE] ?? '');
        break;
      case 'frame':
        this.add(attribute.SRC, values[attribute.TITLE]);
        break;
      case 'iframe':
        // Frames for browsers without scripts are visitor counters.
        if (!this.open.has('noscript')) this.add(attribute.SRC, values[attribute.TITLE]);
        break;
      case 'object':
      case 'embed': {
        const type = values[attribute.TYPE];
        if (type === null || DOCUMENT_TYPE.test(type))
          this.add(name === 'object' ? attribute.DATA : attribute.SRC, values[attribute.TITLE]);
        break;
      }
      case 'svg':
        this.links.title(' ');
        this.other(false);
        break;
      default:
        this.other(name === 'input' && IMAGE_TYPE.test(values[attribute.TYPE] ?? ''));
    }
  }

  /** Adds the link that an attribute of the current tag has. */
  add(source: number, label: string | null, place?: LinkPlace): void {
    const href = this.values[source];
    if (href !== null) this.links.add(href, this.occurrence(label, place));
  }

  /** Adds a link from a refresh meta or header. @param bases as of an `Occurrence`; null for a header */
  refresh(content: string, bases?: Occurrence['bases']): void {
    const refresh = refreshOf(content);
    if (refresh !== null && refresh.target !== '') this.links.add(refresh.target, this.occurrence(''), bases);
  }

  private anchor(): void {
    const { values } = this;
    const written = values[attribute.HREF] ?? (this.open.holds(SVG) ? values[attribute.XLINK_HREF] : null);
    const href = referenceOf(written, values[attribute.ONCLICK]);
    if (href === null) return;
    this.inAnchor = true;
    this.links.open(href, this.occurrence(this.label(attribute.ARIA_LABEL)));
  }

  /**
   * The name that the first of these attributes with text gives to the current element, or its title (Accessible Name
   * and Description 1.2).
   */
  private label(...sources: readonly number[]): string | null {
    const source = sources.find((one) => (this.values[one] ?? '').trim() !== '');
    return this.values[source ?? attribute.TITLE];
  }

  /** Any other element may be a link by its script, and names the link around it. */
  private other(isImage: boolean): void {
    const { values, links } = this;
    if (isImage) links.image(values[attribute.ALT] ?? '');
    if (values[attribute.ARIA_LABEL] !== null) links.label(values[attribute.ARIA_LABEL]);
    if (values[attribute.ONCLICK] === null) return;
    const href = referenceOf(null, values[attribute.ONCLICK]);
    const names = isImage ? [attribute.ALT, attribute.ARIA_LABEL] : [attribute.ARIA_LABEL];
    if (href !== null) links.add(href, this.occurrence(this.label(...names)));
  }
}
