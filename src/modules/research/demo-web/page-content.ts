import type { Site } from './sites.js';

export interface DemoLink {
  readonly url: string;
  readonly text: string;
}
export type Inline = string | DemoLink;
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] };

/** A page before it becomes HTML. */
export interface PageContent {
  readonly site: Site;
  readonly title: string;
  readonly description: string;
  readonly menu: readonly DemoLink[];
  /** From the site's home page to the page's parent. */
  readonly trail: readonly DemoLink[];
  readonly blocks: readonly Block[];
  readonly asides: readonly { readonly title: string; readonly links: readonly DemoLink[] }[];
  readonly footer: readonly DemoLink[];
}

/** Links of a page in document order, including repetitions. */
export function* linksOf(content: PageContent): Generator<DemoLink> {
  yield* content.menu;
  yield* content.trail;
  for (const block of content.blocks) {
    const inlines = block.kind === 'paragraph' ? block.inlines : block.kind === 'list' ? block.items.flat() : [];
    for (const inline of inlines) if (typeof inline !== 'string') yield inline;
  }
  for (const aside of content.asides) yield* aside.links;
  yield* content.footer;
}
