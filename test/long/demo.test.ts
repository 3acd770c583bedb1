import { describeDemo } from '../support/demo-run.js';

// Some 80% against 30%; fetches in flight make runs differ by some percent.
describeDemo({ budget: 250, margin: 0.2, again: true });
