import { CheckPacer } from './check-pacer.js';

/** A pacer whose intervals end on request, and the looks it allowed. */
function paced() {
  const rests: (() => void)[] = [];
  const looks: string[] = [];
  const pacer = new CheckPacer((work) => rests.push(work));
  return {
    looks,
    call: (key: string, name: string) => pacer.call(key, () => looks.push(name)),
    endOfInterval: () => rests.splice(0).forEach((work) => work()),
  };
}

describe('CheckPacer', () => {
  it('looks at once, and once more for all who called meanwhile', () => {
    const { looks, call, endOfInterval } = paced();
    call('session', 'commit');
    call('session', 'another commit');
    call('session', 'stop');
    expect(looks).toEqual(['commit']);
    endOfInterval();
    expect(looks).toEqual(['commit', 'stop']);
    endOfInterval();
    endOfInterval();
    expect(looks).toEqual(['commit', 'stop']);
    call('session', 'later');
    expect(looks).toEqual(['commit', 'stop', 'later']);
  });

  it('keeps its pace behind a look that was owed, and sessions apart', () => {
    const { looks, call, endOfInterval } = paced();
    for (const name of ['first', 'second']) call('one', name);
    endOfInterval();
    call('one', 'third');
    call('other', 'its first');
    expect(looks).toEqual(['first', 'second', 'its first']);
    endOfInterval();
    expect(looks).toEqual(['first', 'second', 'its first', 'third']);
  });
});
