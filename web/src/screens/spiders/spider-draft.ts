import type { Spider } from './queries.js';

type Kind = Spider['kind'];

/** The kinds of spiders, and for which policies they are. */
export const KINDS: Readonly<Record<Kind, readonly [text: string, policies: string]>> = {
  LINKS: ['values of links by their words', 'nb-immediate and nb-future'],
  PAGE_CLASSES: ['classes of pages', 'forager-weblog, forager-td and forager-hybrid'],
  LINK_VALUES: ['weights of link features', 'prospector'],
};

export interface SpiderDraft {
  readonly name: string;
  readonly kind: Kind;
  readonly sessions: readonly string[];
  readonly web: string;
  readonly labels: readonly string[];
  readonly bins: string;
  readonly discount: string;
  readonly text: NonNullable<Spider['text']>;
  readonly clusters: string;
  readonly vocabulary: string;
}

export const EMPTY_SPIDER: SpiderDraft = {
  ...{ name: '', kind: 'LINKS', sessions: [], web: '', labels: [], text: 'RELATED' },
  ...{ bins: '4', discount: '0.5', clusters: '50', vocabulary: '5000' },
};

export const isComplete = ({ name, sessions, web }: SpiderDraft): boolean =>
  name.trim() !== '' && (sessions.length > 0 || web !== '');

const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));

/** A spider as the service takes it: with the settings of its kind and no others. */
export function spiderInput(draft: SpiderDraft) {
  const { name, kind, sessions, web, labels, text } = draft;
  return {
    ...{ name: name.trim(), kind },
    ...(sessions.length > 0 && { sessions: [...sessions] }),
    ...(web !== '' && { webs: [{ web, ...(kind === 'LINKS' && labels.length > 0 && { labels: [...labels] }) }] }),
    ...(kind === 'LINKS' && { bins: numberOf(draft.bins), discount: numberOf(draft.discount), text }),
    ...(kind === 'PAGE_CLASSES' && { clusters: numberOf(draft.clusters), vocabulary: numberOf(draft.vocabulary) }),
  };
}
