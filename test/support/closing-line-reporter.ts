import Mocha from 'mocha';

/**
 * Mocha's dot reporter with the title of each failure, the skipped suites and a closing line:
 * `N passed, N failed[, N skipped]`. A run without tests fails.
 * In parallel runs, Mocha's own option for that fails each file without tests.
 */
export default class ClosingLineReporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const skipped = new Map<string, number>();
    runner.on(Mocha.Runner.constants.EVENT_TEST_PENDING, ({ parent }) => {
      const suite = parent?.fullTitle() ?? '';
      skipped.set(suite, (skipped.get(suite) ?? 0) + 1);
    });
    // Mocha prints its list only at the end of a complete run.
    runner.on(Mocha.Runner.constants.EVENT_TEST_FAIL, (test) => console.log(`\n  failed: ${test.fullTitle()}`));
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      for (const [suite, count] of skipped) console.log(`${count} skipped: ${suite}`);
      console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ''}`);
      if (passes + failures + pending === 0) runner.failures = 1;
    });
  }
}
