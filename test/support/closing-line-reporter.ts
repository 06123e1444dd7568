import Mocha from 'mocha';

/**
 * Mocha's dots with the title of each failure among them, its list of failures, what was left out, then one closing line on its own: `N passed, N failed[, N skipped]`. A run without a
 * single test fails. Mocha's own option for that says nothing of parallel runs: there it fails each file of which no test is
 * to run.
 */
export default class ClosingLineReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const skipped = new Map<string, number>();
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, ({ parent }) => {
      const suite = parent?.fullTitle() ?? '';
      skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
    });
    // Mocha's list comes at the very end, minutes later, or not at all where the run is stopped.
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test) => console.log(`\n  failed: ${test.fullTitle()}`));
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      for (const [suite, count] of skipped) console.log(`${count} skipped: ${suite}`);
      console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`);
      if (passes + failures + pending === 0) runner.failures = 1;
    });
  }
}
