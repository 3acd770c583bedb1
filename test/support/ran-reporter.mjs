/**
 * Prints the tests that ran and their durations, and fails a run without any: a pattern that matches no test must not
 * look like success.
 */
export default class RanReporter {
  #ran = 0;

  onRunComplete(_contexts, { testResults }) {
    const lines = testResults.flatMap(({ testResults: tests }) =>
      tests.map(({ status, fullName, duration }) => {
        if (status === 'passed' || status === 'failed') this.#ran++;
        return `${status.padEnd(7)} ${((duration ?? 0) / 1_000).toFixed(1).padStart(7)} s  ${fullName}`;
      }),
    );
    process.stderr.write(`\n${lines.join('\n')}\n${this.#ran} tests ran\n`);
  }

  getLastError() {
    return this.#ran === 0 ? new Error('no test ran') : undefined;
  }
}
