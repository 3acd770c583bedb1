import { whyInWords } from '../../../../web/src/screens/page/why-words.js';
import { describePolicies } from '../../../domain/policies/index.js';

test.each(describePolicies().map(({ name }) => name))(
  'the console says in words of its own how %s chooses',
  (policy) => {
    const why = { policy, value: 0.5, exploration: false, rank: 1, options: 2, chosenAfter: 3, terms: null };
    const [rule] = whyInWords(why, { outcome: 'PAGE', isSeed: false, attempt: 0 });
    expect(rule).not.toContain('The policy valued it with');
  },
);
