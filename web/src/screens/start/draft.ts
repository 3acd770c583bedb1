/** What somebody has typed on the screen "Start", kept until it was sent. */
export interface Draft {
  readonly name: string;
  /** One or more in a line, separated by commas. */
  readonly keywords: string;
  /** One in a line. */
  readonly seeds: string;
  readonly policy: string;
  /** Settings by policy, so that looking at another one loses nothing. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Fetches at the same time. */
  readonly concurrency: string;
  /** Seconds between two fetches from one host. */
  readonly hostDelay: string;
  /** From 0 to 1. */
  readonly eagerness: string;
  /** How long cookies are kept: one of `COOKIES`. */
  readonly cookies: string;
  readonly acceptLanguage: string;
  readonly userAgent: string;
  readonly fetches: string;
  readonly minutes: string;
  /** The topic, once it was made: to suggest seeds, or because the session was refused. */
  readonly topicId: string | null;
  /** Suggested seeds that are wanted. */
  readonly wanted: readonly string[];
  /** Sent along, so that a second try does not start a second session. */
  readonly key: string;
}

/** Where it is kept: what is begun for one topic is not lost when another one is looked at. */
const nameOf = (topicId: string | null): string => (topicId === null ? 'gleaner:start' : `gleaner:start:${topicId}`);

/** The pace that sessions have unless told otherwise. */
export const USUAL_PACE = { concurrency: '8', hostDelay: '1', eagerness: '0.2' } as const;

/** How long cookies are kept; the first is usual. */
export const COOKIES = [
  { mode: 'VISIT', words: 'for each visit' },
  { mode: 'SESSION', words: 'for all visits of a site' },
  { mode: 'OFF', words: 'not at all' },
] as const;

export const emptyDraft = (key: string): Draft => ({
  ...USUAL_PACE,
  ...{ cookies: 'VISIT', acceptLanguage: '', userAgent: '' },
  ...{ name: '', keywords: '', seeds: '', policy: 'prospector', settings: {}, fetches: '500', minutes: '' },
  ...{ topicId: null, wanted: [], key },
});

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was kept; an empty draft where nothing was, or something else. @param empty what a new draft has */
export function keptDraft(shelf: Shelf, empty: Draft, topicId: string | null = null): Draft {
  try {
    const kept: unknown = JSON.parse(shelf.getItem(nameOf(topicId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return empty;
    const fits = Object.entries(kept).filter(([name, value]) => {
      const own: unknown = empty[name as keyof Draft];
      return name === 'topicId'
        ? value === null || typeof value === 'string'
        : typeof own === typeof value && Array.isArray(own) === Array.isArray(value);
    });
    return { ...empty, ...(Object.fromEntries(fits) as Partial<Draft>) };
  } catch {
    return empty;
  }
}

/** A full or forbidden storage loses the draft with the page, and nothing else. */
export function keepDraft(shelf: Shelf, draft: Draft, topicId: string | null = null): void {
  try {
    shelf.setItem(nameOf(topicId), JSON.stringify(draft));
  } catch {
    return;
  }
}

export const dropDraft = (shelf: Shelf, topicId: string | null = null): void => shelf.removeItem(nameOf(topicId));

/** Commas of all scripts, and line ends. */
const COMMA = /[,\n\u060c\u3001\ufe50\ufe51\uff0c\uff64]/;

/** Keywords as they were meant: separated by commas or lines, each once. */
export const keywordsIn = (text: string): string[] => unique(text.split(COMMA));

/** Addresses, one in a line or separated by spaces. One without a scheme is meant as https. */
export const seedsIn = (text: string): string[] =>
  unique(text.split(/\s+/)).map((url) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`));

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
}

/** The pace as the service takes it: what is left out is as usual. */
export const paceOf = ({ concurrency, hostDelay, eagerness }: Pick<Draft, keyof typeof USUAL_PACE>) => ({
  ...(concurrency === '' ? {} : { concurrency: Number(concurrency) }),
  ...(hostDelay === '' ? {} : { hostDelayMs: Math.round(Number(hostDelay) * 1_000) }),
  ...(eagerness === '' ? {} : { eagerness: Number(eagerness) }),
});

/** As whom servers are asked, as the service takes it: what is left out is as usual. */
export const identityOf = (draft: Pick<Draft, 'cookies' | 'acceptLanguage' | 'userAgent'>) => {
  const mode = COOKIES.find((choice) => choice.mode === draft.cookies)?.mode;
  const [acceptLanguage, userAgent] = [draft.acceptLanguage.trim(), draft.userAgent.trim()];
  return {
    ...(mode === undefined ? {} : { cookies: mode }),
    ...(acceptLanguage === '' ? {} : { acceptLanguage }),
    ...(userAgent === '' ? {} : { userAgent }),
  };
};

/** How a free slot decides at an eagerness from 0 to 1, as a sentence. */
export function eagernessInWords(eagerness: number): string {
  if (eagerness >= 1) return 'A free slot always takes the best link whose host may be asked now.';
  const least = Math.round((1 - eagerness) * 100);
  return (
    'While the host of the best link is busy, a free slot takes another link only if that ' +
    (least === 100 ? 'is as good.' : `has at least ${least}% of its value.`)
  );
}

/** How often a server is asked at most, as the end of a sentence; empty where nothing is known. @param hostDelay seconds, as typed */
export function askedInWords(hostDelay: string): string {
  const seconds = Number(hostDelay === '' ? USUAL_PACE.hostDelay : hostDelay);
  if (!(seconds > 0)) return '';
  return seconds === 1 ? ': each is asked once a second at most' : `: each is asked every ${seconds} s at most`;
}

/** A name for a topic that was given none: its first keywords. */
export const nameFor = ({ name, keywords }: Pick<Draft, 'name' | 'keywords'>): string =>
  name.trim() === '' ? keywordsIn(keywords).slice(0, 3).join(', ').slice(0, 200) : name.trim();
