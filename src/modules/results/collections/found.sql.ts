import { Prisma } from '../../../platform/database/index.js';

/** Filters for both pages and domains, resolved for the database. */
export interface FoundCriteria {
  readonly foundSince?: Date | null;
  /** Creation time of the session of the filter `newSinceSession`; null matches everything. */
  readonly afterSessionOf: Date | null;
  /** Registrable domains of the topic's seeds, and whether to include or exclude them; null matches everything. */
  readonly seedDomains: { readonly names: readonly string[]; readonly wanted: boolean } | null;
}

/** Conditions for a page or domain `p`. @param domain its column with the name of the domain */
export function foundConditions(
  { foundSince, afterSessionOf, seedDomains }: FoundCriteria,
  domain: Prisma.Sql,
): Prisma.Sql[] {
  return [
    ...(foundSince == null ? [] : [Prisma.sql`p.first_found_at >= ${foundSince}`]),
    ...(afterSessionOf === null ? [] : [Prisma.sql`p.first_session_at > ${afterSessionOf}`]),
    ...(seedDomains === null
      ? []
      : [
          seedDomains.wanted
            ? Prisma.sql`${domain} = ANY(${[...seedDomains.names]}::text[])`
            : Prisma.sql`${domain} <> ALL(${[...seedDomains.names]}::text[])`,
        ]),
  ];
}

export const and = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length > 0 ? Prisma.sql`AND ${Prisma.join([...parts], ' AND ')}` : Prisma.empty;
