import { Prisma } from '../../../platform/database/index.js';
import type { FoundCriteria } from './collection.js';

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
