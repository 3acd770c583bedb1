import { SnapshotReader } from '../../base/snapshot-reader.js';
import { ArmStatistics } from './arms.js';
import { transferArms } from './transfer.js';
import { TagPathGroups } from './tag-path-groups.js';

const OPTIONS = { ngram: 2, hashBits: 6, similarity: 0.75, maxArms: 10 };
const PATHS = ['', 'html/body/nav/ul/li/a', 'html/body/main/table/tr/td/a', 'html/body/footer/p/a'];

/** Four arms; the footer's was never pulled. */
function transferred(): SnapshotReader {
  const groups = new TagPathGroups(OPTIONS);
  const arms = new ArmStatistics(0.5);
  for (const [path, pulls, reward] of [
    [1, 200, 0],
    [2, 40, 0.5],
  ]) {
    const arm = groups.add(path, (no) => PATHS[no]);
    for (let i = 0; i < pulls; i++) {
      arms.pull(arm);
      arms.observe(arm, reward);
    }
  }
  groups.add(3, (no) => PATHS[no]);
  const saved = { policy: 'tag-path-bandit', version: 1, groups: groups.save(), arms: arms.save() };
  return SnapshotReader.of(transferArms(SnapshotReader.of(saved), OPTIONS.hashBits));
}

describe('what a bandit hands on', () => {
  it('is its arms that were pulled; paths of another web join them by what they look like', () => {
    const groups = new TagPathGroups(OPTIONS);
    groups.inherit(transferred());
    expect(groups.count).toBe(3);
    const paths = ['', 'html/body/footer/p/a', 'html/body/main/table/tr/td/b/a', 'html/body/nav/ul/li/a'];
    expect([3, 2, 1].map((no) => groups.add(no, (path) => paths[path]))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((arm) => groups.typicalPath(arm))).toEqual([3, 2, 1]);
  });

  it('counts for a few pulls at most, with the same mean', () => {
    const arms = new ArmStatistics(0.5);
    arms.inherit(transferred(), 3, 10);
    expect([0, 1, 2].map((arm) => arms.pullsOf(arm))).toEqual([0, 10, 10]);
    expect([arms.mean(1), arms.mean(2), arms.totalPulls]).toEqual([0, 0.5, 20]);
    for (let i = 0; i < 10; i++) {
      arms.pull(2);
      arms.observe(2, 0);
    }
    expect(arms.mean(2)).toBe(0.25);
    const none = new ArmStatistics(0.5);
    none.inherit(transferred(), 3, 0);
    expect([none.totalPulls, none.mean(2)]).toEqual([0, 0]);
  });
});
