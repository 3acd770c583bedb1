import type { Notice } from './sites.js';

export const NOTICE_TITLES: Readonly<Record<Notice, string>> = {
  about: 'About us',
  contact: 'Contact',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  search: 'Search',
};
/** The paragraphs of each notice; `{}` stands for the title of the site. */
export const NOTICE_TEXTS: Readonly<Record<Notice, readonly string[]>> = {
  about: [
    '{} is run by a small group of editors in their spare time. We write short articles, check them against the dictionary and correct them when readers tell us to.',
    'The site carries no paid articles. Articles may be quoted when their source is named.',
  ],
  contact: [
    'Write to the editors of {} by post or through the form below. We answer within two weeks.',
    'Please name the article when you report a mistake.',
  ],
  terms: [
    'By reading {} you accept these terms. The articles come as they are, without warranty of any kind.',
    'Automatic reading of the site is allowed within the limits that robots.txt names.',
    'We may change these terms at any time by changing this page.',
  ],
  privacy: [
    '{} keeps the address of a request for seven days to keep the site running, then deletes it.',
    'We set one cookie that remembers the size of the text. No other company receives anything about our readers.',
  ],
  search: [
    'Search the articles of {}.',
    'Enter one or more words. The search looks at titles first and at definitions second.',
  ],
};
