/**
 * A page that hides at least this many characters in one element, and this multiple of its visible text, shows them by
 * a script.
 */
const LEAST_BEHIND_CURTAIN = 100;
const SHARE_BEHIND_CURTAIN = 10;

/** Finds the elements that hide content until a script shows it. Elements are given by their starts. */
export class Curtains {
  /** Whether the page has a script. */
  hasScript = false;
  /** The outermost hidden element around the current position, and the characters in it so far; -1 if there is none. */
  private hiddenFrom = -1;
  private hiddenChars = 0;
  /** Those that are hidden unless the page has a script. */
  private readonly faded: number[] = [];
  /** The hidden element with the most characters. */
  private thickest = { from: -1, chars: 0 };

  addFaded(start: number): void {
    this.faded.push(start);
  }

  /** An outermost hidden element begins. @param isOnDemand whether readers open it, such as a dialog */
  beginHidden(start: number, isOnDemand: boolean): void {
    this.hiddenFrom = isOnDemand ? -1 : start;
    this.hiddenChars = 0;
  }

  addHidden(chars: number): void {
    this.hiddenChars += chars;
  }

  endHidden(): void {
    if (this.hiddenFrom !== -1 && this.hiddenChars > this.thickest.chars)
      this.thickest = { from: this.hiddenFrom, chars: this.hiddenChars };
    this.hiddenFrom = -1;
  }

  /** Those faded in, or the one around the content. @param visibleChars length of the page's visible text */
  found(visibleChars: number): readonly number[] {
    const { thickest, hasScript, faded } = this;
    if (!hasScript || faded.length > 0) return hasScript ? faded : [];
    return thickest.chars >= Math.max(LEAST_BEHIND_CURTAIN, visibleChars * SHARE_BEHIND_CURTAIN) ? [thickest.from] : [];
  }
}
