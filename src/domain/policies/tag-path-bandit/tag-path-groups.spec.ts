import { TagPathGroups, type GroupOptions } from './tag-path-groups.js';

const OPTIONS: GroupOptions = { ngram: 2, hashBits: 12, similarity: 0.75, maxArms: 500 };
const PATHS = [
  '',
  'html/body/div#content/ul.list/li.item/a',
  'html/body/div#content/ul.list/li.item.last/a',
  'html/body/nav/ul/li/a',
  'html/body/div#content/ul.list/li.item/b/a',
  'table/tr/td',
];
const pathOf = (tagPathNo: number): string => PATHS[tagPathNo];
const groupsOf = (options: Partial<GroupOptions>, paths: readonly number[]): [TagPathGroups, number[]] => {
  const groups = new TagPathGroups({ ...OPTIONS, ...options });
  return [groups, paths.map((tagPathNo) => groups.add(tagPathNo, pathOf))];
};

describe('TagPathGroups', () => {
  it('puts alike paths together and others apart; links without a path have a group of their own', () => {
    const [groups, found] = groupsOf({ similarity: 0.6 }, [0, 1, 2, 3, 4, 5]);
    expect(found).toEqual([0, 1, 1, 2, 1, 3]);
    expect(groups.count).toBe(4);
  });

  it('makes a group of each path when only equal ones are alike, and one group when all are', () => {
    expect(groupsOf({ similarity: 1 }, [1, 2, 3, 4, 5, 1])[1]).toEqual([1, 2, 3, 4, 5, 1]);
    expect(groupsOf({ similarity: 0 }, [1, 2, 3, 4, 5])[1]).toEqual([1, 1, 1, 1, 1]);
  });

  it('makes no more groups than it may: what is new joins the nearest', () => {
    const [groups, found] = groupsOf({ maxArms: 2 }, [1, 5, 3, 2]);
    expect(found).toEqual([1, 2, 1, 1]);
    expect(groups.count).toBe(3);
  });

  it('is named after the path with the most links', () => {
    const [groups, [group]] = groupsOf({ similarity: 0.6 }, [1, 2, 2]);
    expect(groups.typicalPath(group)).toBe(2);
    expect(groups.typicalPath(0)).toBe(0);
  });

  it('goes on alike when it is restored', () => {
    const [groups] = groupsOf({}, [1, 3]);
    const other = new TagPathGroups(OPTIONS);
    other.restore(groups.save());
    for (const tagPathNo of [2, 4, 5, 3]) expect(other.add(tagPathNo, pathOf)).toBe(groups.add(tagPathNo, pathOf));
    expect(other.save()).toEqual(groups.save());
  });
});
