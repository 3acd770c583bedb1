import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { EventLog } from '../learned-state/index.js';

/** Number of latest pages for the harvest rate. */
const WINDOW = 50;
/** From this harvest rate on deep URLs are not penalised. */
const GOOD_RATE = 0.2;
/** The session explores below this harvest rate and harvests from it on. */
const HARVEST_RATE = 0.1;

type Phase = 'searching' | 'harvesting';

/**
 * Whether the session is still (or again) looking for places with relevant pages. Then it prefers URLs with short
 * paths, such as entrances of sites and lists.
 */
export class PhaseOfCrawl {
  private readonly recent = new Uint8Array(WINDOW);
  private pages = 0;
  private relevant = 0;
  private everRelevant = false;
  private changes = 0;
  private isHarvesting = false;
  /** Number of completed steps at the start of the present phase. */
  private sincePage = 0;
  readonly log = new EventLog();

  get phase(): Phase {
    return this.isHarvesting ? 'harvesting' : 'searching';
  }

  /** The degree of exploration: 1 while the latest pages brought nothing, 0 from a good harvest rate on. */
  get coldness(): number {
    return Math.max(0, 1 - this.harvestRate / GOOD_RATE);
  }

  /** Share of relevant pages in the window; missing pages count as irrelevant. */
  get harvestRate(): number {
    return this.relevant / WINDOW;
  }

  /** The reason of the present phase. */
  get reason(): string {
    const since = `since page ${this.sincePage}`;
    // A young session has fewer pages than the window.
    if (this.isHarvesting)
      return `${since}: ${HARVEST_RATE * WINDOW} of ${Math.min(WINDOW, this.sincePage)} pages were relevant`;
    if (!this.everRelevant) return 'nothing relevant was found so far';
    return this.changes === 0
      ? 'few relevant pages were found so far'
      : `${since}: fewer than ${HARVEST_RATE * WINDOW} of ${WINDOW} pages were relevant`;
  }

  stats(): Readonly<Record<string, number>> {
    return { harvesting: this.isHarvesting ? 1 : 0, phaseChanges: this.changes, recentHarvestRate: this.harvestRate };
  }

  observe(isRelevant: boolean): void {
    const at = this.pages++ % WINDOW;
    this.relevant += Number(isRelevant) - this.recent[at];
    this.recent[at] = Number(isRelevant);
    this.everRelevant ||= isRelevant;
    const harvesting = this.harvestRate >= HARVEST_RATE;
    if (harvesting === this.isHarvesting) return;
    this.isHarvesting = harvesting;
    this.changes++;
    this.sincePage = this.pages;
    const usual = `${HARVEST_RATE * WINDOW} of the latest ${Math.min(WINDOW, this.pages)} pages were relevant`;
    this.log.add(
      this.pages,
      harvesting ? `It began to harvest: ${usual}` : `It began to search again: fewer than ${usual}`,
    );
  }

  save(): Snapshot {
    const { recent, pages, everRelevant, changes, isHarvesting, sincePage } = this;
    return { recent, pages, everRelevant, changes, isHarvesting, sincePage, history: this.log.save() };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.recent.set(from.uint8('recent', { length: WINDOW }));
    this.pages = from.integer('pages');
    this.everRelevant = from.boolean('everRelevant');
    this.changes = from.integer('changes');
    this.isHarvesting = from.boolean('isHarvesting');
    this.sincePage = from.integer('sincePage');
    this.log.restore(from.childIfAny('history'));
    this.relevant = this.recent.reduce((sum, one) => sum + one, 0);
  }
}
