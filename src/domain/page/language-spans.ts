import { declaredLanguage } from './attributes.js';

/** An element with a language and at least this share of the text names that of the page. */
const SHARE_OF_TEXT = 0.6;

interface Span {
  readonly language: string;
  /** Characters of the page's text before it. */
  readonly from: number;
}

/** The languages of nested elements with the lengths of their texts. */
export class LanguageSpans {
  /** For each open element: null if it names no language. */
  private readonly open: (Span | null)[] = [];
  private widest = { language: '', chars: 0 };

  /** Begins an element. @param lang its attribute. @param from characters before it */
  begin(lang: string | null, from: number): void {
    this.open.push(lang === null ? null : { language: declaredLanguage(lang), from });
  }

  /** Ends the innermost element. @param until characters up to its end */
  end(until: number): void {
    const span = this.open.pop() ?? null;
    if (span === null || until - span.from <= this.widest.chars) return;
    this.widest = { language: span.language, chars: until - span.from };
  }

  /** The language of most of a text; '' if there is none. @param chars of the whole text */
  ofMost(chars: number): string {
    return this.widest.chars >= chars * SHARE_OF_TEXT ? this.widest.language : '';
  }
}
