import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { ChangeFeed } from '../../../application/changes/feed/change-feed.js';
import type { Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { anyone, startApplication } from '../support/application.js';

/** Delays the entries of consequences until other pending work is done. */
const withSlowConsequences = (unitOfWork: UnitOfWork): UnitOfWork => ({
  run: (work, terms) =>
    unitOfWork.run((repositories) => work({ ...repositories, changeLog: slow(repositories.changeLog) }), terms),
});

const slow = (changeLog: Repositories['changeLog']): Repositories['changeLog'] => ({
  list: (...asked) => changeLog.list(...asked),
  audit: (...asked) => changeLog.audit(...asked),
  append: (...entries) => changeLog.append(...entries),
  deleteBefore: (...asked) => changeLog.deleteBefore(...asked),
  appendConsequences: async (cause, by) => {
    await setImmediate();
    await changeLog.appendConsequences(cause, by);
  },
});

describe('The deletion of an address', () => {
  it('records the consequences for other records before their change, also when recording is slow', async () => {
    const { addresses, catalog, network, readers, unitOfWork } = await startApplication({ around: withSlowConsequences });
    const subnetId = await network('10.0.0.0/24');
    const id = await addresses.create(anyone, { subnetId, ip: '10.0.0.1' });
    const rule = await catalog.create(anyone, 'nat', { src: { ipaddresses: [id] } });
    await addresses.delete(anyone, id);
    const entries = await new ChangeFeed(readers, unitOfWork).read(0, 100);
    const consequences = entries.filter(({ isConsequence }) => isConsequence).map(({ object, objectId }) => [object, objectId]);
    expect(consequences).to.deep.equal([['nat', rule]]);
  });
});
