import { hashUrl, hostOf, registrableDomain } from '../url/index.js';

/** The partition of the fleet that a registrable domain belongs to, from 0 to `count` - 1: the same in every process and version. */
export const partitionOfDomain = (domain: string, count: number): number => hashUrl(domain).lo % count;

/** The partition of a host. All hosts of one owner are in one, so that one fetcher at a time knows how polite it is to them. @param host as `hostOf` answers it */
export const partitionOfHost = (host: string, count: number): number =>
  partitionOfDomain(registrableDomain(host), count);

/** The partition of a URL; that of the empty name for what is no URL, which any fetcher refuses alike. */
export const partitionOf = (url: string, count: number): number => partitionOfHost(hostOf(url), count);
