/** The findings of one pass over the HTML besides text and links, in the page's own words. */
interface PageFindings {
  title: string;
  description: string;
  /** Open Graph's title. */
  socialTitle: string;
  /** Its first heading of the first rank. */
  firstHeading: string;
  socialDescription: string;
  language: string;
  canonicalHref: string;
  baseHref: string;
  /** Contents of all robots metas, joined by commas. */
  robots: string;
  /** Contents of metas for one agent, as `agent: content`. */
  readonly agentRobots: string[];
  readonly feedHrefs: string[];
  readonly headings: string[];
}

export const noFindings = (): PageFindings => ({
  title: '',
  description: '',
  socialTitle: '',
  firstHeading: '',
  socialDescription: '',
  language: '',
  canonicalHref: '',
  baseHref: '',
  robots: '',
  agentRobots: [],
  feedHrefs: [],
  headings: [],
});

/** The title of a page; of one without a title, what readers take for it. */
export const titleOf = ({ title, socialTitle, firstHeading }: PageFindings): string =>
  title || socialTitle || firstHeading;
