/** Methods of a policy that a run calls. */
const CALLS = ['seed', 'offer', 'choose', 'follow', 'observe', 'learn'];

/**
 * Wraps a policy with `policyMs` in its statistics: time in its own code, without judging the texts of links, which a
 * cache may save.
 */
export const timed = (definition) => ({
  ...definition,
  create: (config, deps) => {
    let ms = 0;
    const timing =
      (call, sign) =>
      (...given) => {
        const began = performance.now();
        try {
          return call(...given);
        } finally {
          ms += sign * (performance.now() - began);
        }
      };
    const policy = definition.create(config, { ...deps, scoreText: timing(deps.scoreText, -1) });
    for (const name of CALLS) if (policy[name]) policy[name] = timing(policy[name].bind(policy), 1);
    const stats = policy.stats.bind(policy);
    policy.stats = () => ({ ...stats(), policyMs: ms });
    return policy;
  },
});
