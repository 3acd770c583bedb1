/** Limits an experiment to hours, and its stored data to megabytes. */
export const MAX_POLICIES = 12;
export const MAX_BUDGETS = 6;
export const MAX_RANDOM_SEEDS = 50;
export const MAX_RUNS = 500;
export const MAX_BUDGET = 100_000;
/** For all runs together, at some milliseconds per fetch. */
export const MAX_FETCHES = 2_000_000;
/** Pages of a session, which are read into memory with their texts and links, and their size as JSON. */
export const MAX_STORED_PAGES = 20_000;
export const MAX_STORED_BYTES = 400 * 1024 * 1024;
/** Pages of a synthetic web: its graph is built for each experiment. */
export const MAX_SYNTHETIC_PAGES = 100_000;
export const DEFAULT_RUNS = 5;
