/** An experiment runs for hours at most, and what is kept of it stays below some megabytes. */
export const MAX_POLICIES = 12;
export const MAX_BUDGETS = 6;
export const MAX_RANDOM_SEEDS = 50;
export const MAX_RUNS = 500;
export const MAX_BUDGET = 100_000;
/** Of all runs together: some milliseconds each. */
export const MAX_FETCHES = 2_000_000;
/** Pages of a session, which are read into memory with their texts and links, and the bytes that they take as JSON. */
export const MAX_STORED_PAGES = 20_000;
export const MAX_STORED_BYTES = 400 * 1024 * 1024;
/** Pages of a synthetic web: its graph is made anew for each experiment. */
export const MAX_SYNTHETIC_PAGES = 100_000;
export const DEFAULT_RUNS = 5;
