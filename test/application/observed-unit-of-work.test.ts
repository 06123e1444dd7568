import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { internalCaller } from '../../application/caller.js';
import type { UnitOutcome } from '../../application/ports/observer.js';
import { runFor } from '../../application/unit-of-work/units-of-work.js';
import { observedUnits } from '../../application/unit-of-work/write-stack.js';

describe('An observed unit of work', () => {
  it('reports a dry run as "tried" instead of as a failure', async () => {
    const outcomes: UnitOutcome[] = [];
    const { unitOfWork } = createMemoryDatabase();
    const observed = observedUnits(unitOfWork, { unitOfWorkEnded: (outcome) => outcomes.push(outcome) }, () => 0);
    for (const writeOptions of [{}, { isDryRun: true }])
      await runFor(observed, { ...internalCaller, writeOptions }, async () => 'done');
    expect(outcomes).to.deep.equal(['done', 'tried']);
  });
});
