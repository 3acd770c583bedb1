import type { StateReason } from './session-state.js';

interface ReasonTexts {
  readonly cause: string;
  /** The next step of a user. */
  readonly help: string;
}

/** Why a session is in its state, and what to do then, for docs/errors.md. */
export const REASON_TEXTS: Readonly<Record<StateReason, ReasonTexts>> = {
  BUDGET: {
    cause: 'The fetches, relevant pages or domains of its budget are used up',
    help: 'Extend it for more',
  },
  FRONTIER_EMPTY: {
    cause: 'No candidate is left to fetch',
    help: 'Start another session with more seeds, or with a wider scope',
  },
  POLICY_WAITS: {
    cause: 'Its policy waited for a fetch to end although none was in flight',
    help: 'Correct the `choose` of the policy module, then start another session; report a bug of any other policy',
  },
  TIME: { cause: 'The minutes of its budget are used up', help: 'Extend it for more' },
  SATURATED: {
    cause: 'The harvest rate stayed below the floor of its saturation rule',
    help: 'Extend it to continue anyway',
  },
  STOPPED: { cause: 'A user stopped it', help: 'Extend it to continue where it ended' },
  SEEDS_UNREACHABLE: {
    cause: 'No seed brought a page, so nothing was crawled',
    help: 'Read the outcome of each seed (`/v1/sessions/:id/seed-outcomes`); resume it, or start another one with other seeds',
  },
  RATE_LIMITED: {
    cause: 'Servers answered 429 for too long',
    help: 'Resume it later, with a longer `hostDelayMs`',
  },
  PROXY_REFUSED: {
    cause:
      "The session's own proxies refused 50 fetches in a row, or could not be reached; `error` of the session has the cause",
    help: 'Resume it when they work again, or start another one with other proxies in `access`',
  },
  MODEL_FAILED: {
    cause: 'The model that it waited for could not be trained',
    help: 'Read the error of the model, add examples or keywords, then resume it',
  },
  ERROR: {
    cause: 'A bug or a lost resource; `error` of the session has the cause',
    help: 'Resume it once the cause is fixed; report a bug',
  },
  QUOTA: {
    cause: 'A quota of the project is used up. The service paused it',
    help: 'Nothing: it continues by itself when there is room. Delete sessions, or ask an operator for a higher quota',
  },
};
