import type uPlot from 'uplot';

const isKnown = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
};

/**
 * The drawing library, loaded when the first plot is shown.
 *
 * It makes a number format of the browser's language as it is loaded, and fails where that is none: browsers in a POSIX
 * locale say `en-US@posix`. Then, and only while it is loaded, the language is English, as everywhere in the console.
 */
export async function loadPlotLibrary(): Promise<typeof uPlot> {
  const isOdd = !isKnown(navigator.language);
  if (isOdd) Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
  try {
    const [{ default: library }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
    return library;
  } finally {
    if (isOdd) delete (navigator as unknown as Record<string, unknown>)['language'];
  }
}
