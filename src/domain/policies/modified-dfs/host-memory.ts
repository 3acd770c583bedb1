import { hostOf } from '../../url/index.js';

/** `any`: one of the last pages is from the host; `all`: each of them is. */
export const HOST_RULES = ['any', 'all'] as const;
export type HostRule = (typeof HOST_RULES)[number];

/** The hosts of the last pages, in order of completion. */
export class HostMemory {
  /** Oldest first. */
  private hosts: string[] = [];

  constructor(
    private readonly length: number,
    private readonly rule: HostRule,
  ) {}

  /** Whether the host of a page was crawled recently, by the rule. */
  isRecent(url: string): boolean {
    const host = hostOf(url);
    if (this.rule === 'any') return this.hosts.includes(host);
    return this.length > 0 && this.hosts.length === this.length && this.hosts.every((known) => known === host);
  }

  note(url: string): void {
    if (this.length === 0) return;
    this.hosts.push(hostOf(url));
    if (this.hosts.length > this.length) this.hosts.shift();
  }

  save(): string[] {
    return this.hosts.slice();
  }

  restore(hosts: readonly string[]): void {
    this.hosts = this.length === 0 ? [] : hosts.slice(-this.length);
  }
}
