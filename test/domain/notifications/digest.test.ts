import { expect } from 'chai';
import { digestOf, dueSince, maxListed, type Notice } from '../../../domain/notifications/notice.js';

const notice = (key: string, percent = 0): Notice => ({
  event: 'thresholdRisen',
  key,
  at: '2026-03-01 12:00:00',
  audience: { of: 'level', level: 1, exceptUserId: null },
  sectionId: 1,
  subnetId: 1,
  facts: { percent },
});

describe('Digests', () => {
  it('contain the newest notice about each object, in the order of their times', () => {
    const { listed, further } = digestOf([notice('a', 1), notice('b', 2), notice('a', 3)]);
    expect(listed.map(({ key, facts }) => [key, facts.percent])).to.deep.equal([
      ['b', 2],
      ['a', 3],
    ]);
    expect(further).to.equal(0);
  });

  it('list a bounded number of notices, and count the others', () => {
    const { listed, further } = digestOf(Array.from({ length: 1000 }, (_, index) => notice(`${index}`)));
    expect(listed).to.have.lengthOf(maxListed);
    expect(listed[0]?.key).to.equal('0');
    expect(further).to.equal(1000 - maxListed);
  });

  it('are due when their first notice is as old as the window', () => {
    expect(dueSince(new Date('2026-03-01T12:00:00Z'), 5)).to.deep.equal(new Date('2026-03-01T11:55:00Z'));
  });
});
