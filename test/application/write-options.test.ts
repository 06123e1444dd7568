import { expect } from 'chai';
import { createMemoryDatabase } from '../../adapters/memory/index.js';
import { type Caller, internalCaller, writeOptionsOf } from '../../application/caller.js';
import { runFor } from '../../application/unit-of-work/units-of-work.js';
import { errorOf } from '../support/outcome/error-of.js';

describe('The write options of a caller', () => {
  it('are rejected under their earlier name, without a write', async () => {
    const { unitOfWork } = createMemoryDatabase();
    const callerOfEmbedder: Caller = Object.assign({}, internalCaller, { terms: { isDryRun: true } });
    let runs = 0;
    const error = await errorOf(
      runFor(unitOfWork, callerOfEmbedder, async () => runs++),
      TypeError,
    );
    expect(error.message).to.equal('the member terms of a Caller is now named writeOptions');
    expect(runs).to.equal(0);
  });

  it('are those of the caller, or none', () => {
    const writeOptions = { isDryRun: true };
    expect(writeOptionsOf({ ...internalCaller, writeOptions })).to.equal(writeOptions);
    expect(writeOptionsOf(internalCaller)).to.equal(undefined);
  });
});
