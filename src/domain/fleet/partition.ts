import { hashUrl, hostOf, registrableDomain } from '../url/index.js';

/** The fleet partition of a registrable domain, from 0 to `count` - 1: the same in every process and version. */
const partitionOfDomain = (domain: string, count: number): number => hashUrl(domain).lo % count;

/**
 * The partition of a host. All hosts of one owner share a partition, so that one fetcher at a time controls the
 * politeness to them. @param host as returned by `hostOf`
 */
export const partitionOfHost = (host: string, count: number): number =>
  partitionOfDomain(registrableDomain(host), count);

/** The partition of a URL; invalid URLs belong to that of the empty name, because any fetcher refuses them alike. */
export const partitionOf = (url: string, count: number): number => partitionOfHost(hostOf(url), count);
