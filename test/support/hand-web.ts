import type { ToyWeb } from './toy-web.js';

export interface HandWebOptions {
  readonly seeds?: readonly number[];
  readonly relevant?: readonly number[];
  readonly dead?: readonly number[];
  /** Domain of each page; default: domain 0 for all. */
  readonly domains?: readonly number[];
  /** Addresses that matter; others are generated from domain and number. */
  readonly urls?: Readonly<Record<number, string>>;
}

/** A web written by hand: the links of each page. */
export function handWeb(
  targets: readonly (readonly number[])[],
  { seeds = [0], relevant = [], dead = [], domains = [], urls = {} }: HandWebOptions = {},
): ToyWeb {
  const pages = targets.map((links, page) => ({
    url: urls[page] ?? `http://site${domains[page] ?? 0}.example/p${page}`,
    domain: domains[page] ?? 0,
    relevant: relevant.includes(page),
    dead: dead.includes(page),
    links: links.map((to) => ({ to, anchor: `page ${to}` })),
  }));
  return { pages, seeds, relevant: relevant.filter((page) => !dead.includes(page)).length };
}
