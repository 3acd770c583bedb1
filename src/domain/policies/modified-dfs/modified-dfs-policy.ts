import type { Candidate, FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { ObservedStep } from '../policy.js';
import { StackPolicy } from '../stack-policy.js';
import { HostMemory, type HostRule } from './host-memory.js';

const NAME = 'modified-dfs';
export const VERSION = 1;

interface ModifiedDfsOptions {
  readonly hostMemory: number;
  readonly hostRule: HostRule;
  readonly reserve: boolean;
  readonly maxCandidates: number;
}

/** Depth-first; the links of a page on a recently crawled host are passed over until the stack is empty. */
export class ModifiedDfsPolicy extends StackPolicy {
  private readonly memory: HostMemory;
  private readonly keepsPassedOver: boolean;
  private passedOver = 0;

  constructor(
    { hostMemory, hostRule, reserve, maxCandidates }: ModifiedDfsOptions,
    { name, version } = { name: NAME, version: VERSION },
  ) {
    const ranksBy =
      'The order in which links were found, the newest first; those of pages whose host was crawled just before wait.';
    super({ name, version, maxCandidates, ranksBy });
    this.memory = new HostMemory(hostMemory, hostRule);
    this.keepsPassedOver = reserve;
  }

  override observe(step: ObservedStep, view: FrontierView): void {
    super.observe(step, view);
    if (!step.ok) return;
    if (this.memory.isRecent(step.url)) this.passedOver += step.links.length;
    this.memory.note(step.url);
  }

  override stats(): Readonly<Record<string, number>> {
    return { ...super.stats(), passedOver: this.passedOver };
  }

  protected isForStack(step: ObservedStep): boolean {
    return !this.memory.isRecent(step.url);
  }

  protected override keepInReserve(link: Candidate): void {
    if (this.keepsPassedOver) super.keepInReserve(link);
    else this.refused++;
  }

  protected override saveMore(): Snapshot {
    return { hosts: this.memory.save(), passedOver: this.passedOver };
  }

  protected override restoreMore(from: SnapshotReader): void {
    this.memory.restore(from.strings('hosts'));
    this.passedOver = from.integer('passedOver');
  }
}
