import { invalid } from '../../../../platform/errors/index.js';
import type { CollectedDomainDto } from '../dto/collected-domain.dto.js';
import type { CollectedPageDto } from '../dto/collected-page.dto.js';
import type { SharedDomainDto, SharedPageDto } from './dto/shared.dto.js';
import type { Share } from './share.js';

const PAGE_FIELDS = [
  ...([
    'key',
    'url',
    'domain',
    'title',
    'publishedAt',
    'language',
    'excerpt',
    'excerptMarks',
    'probability',
    'relevant',
  ] as const),
  ...(['firstFoundAt', 'lastSeenAt', 'goneAt', 'tags'] as const),
] as const satisfies readonly (keyof SharedPageDto)[];
const DOMAIN_FIELDS = [
  ...(['name', 'pages', 'relevant', 'share', 'shareAtLeast', 'firstFoundAt', 'lastFoundAt', 'tags'] as const),
] as const satisfies readonly (keyof SharedDomainDto)[];
export const SHARED_PAGE_FIELDS: ReadonlySet<string> = new Set(PAGE_FIELDS);
export const SHARED_DOMAIN_FIELDS: ReadonlySet<string> = new Set(DOMAIN_FIELDS);

/** Fields are listed one by one: a field that is new is not shown to strangers. */
const only = <T extends object, K extends keyof T>(row: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as Pick<T, K>;

export const sharedPage = (page: CollectedPageDto): SharedPageDto => only(page, PAGE_FIELDS);
export const sharedDomain = (domain: CollectedDomainDto): SharedDomainDto => only(domain, DOMAIN_FIELDS);

/**
 * The filter of a call within the bounds of its share.
 *
 * @throws DomainError VALIDATION_FAILED when the share shows no such pages
 */
export function relevantWithin({ relevantOnly }: Share, relevant: boolean | null | undefined): boolean | null {
  if (!relevantOnly) return relevant ?? null;
  if (relevant === false) throw invalid('relevant', 'the link shows only relevant pages', 'true');
  return true;
}
