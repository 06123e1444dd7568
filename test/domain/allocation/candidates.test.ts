import { expect } from 'chai';
import { ExaminedCandidates, isTakenFromCandidates } from '../../../domain/allocation/candidates.js';
import { IpamError } from '../../../domain/errors.js';

describe('Candidate subnets that are tried in order', () => {
  it('are skipped if they are full, have children, or are deleted', () => {
    for (const [purpose, expected] of [
      ['subnets', 'allocation.noSubnet'],
      ['addresses', 'allocation.noAddress'],
    ] as const) {
      const tried = new ExaminedCandidates(purpose);
      for (const code of ['allocation.noSubnet', 'allocation.noAddress', 'allocation.subnetFull', 'subnet.hasChildren'] as const)
        tried.skip(new IpamError(code));
      tried.skip(new IpamError('subnet.unknown', { id: 7 }));
      expect(tried.refusal.code).to.equal(expected);
    }
  });

  it('are used for networks from /8 to single addresses', () => {
    for (const [length, family] of [
      [8, 4],
      [32, 4],
      [8, 6],
      [128, 6],
    ] as const)
      expect(isTakenFromCandidates(length, family), `/${length}`).to.equal(true);
    for (const [length, family] of [
      [7, 4],
      [33, 4],
      [-1, 4],
      [7, 6],
      [129, 6],
    ] as const)
      expect(isTakenFromCandidates(length, family), `/${length}`).to.equal(false);
  });

  it('report the first refusal of a candidate with free space', () => {
    const tried = new ExaminedCandidates('subnets');
    const denied = new IpamError('permission.denied');
    tried.skip(new IpamError('allocation.noSubnet'));
    tried.skip(denied);
    tried.skip(new IpamError('permission.denied'));
    expect(tried.refusal).to.equal(denied);
  });

  it('are not tried further after any other error', () => {
    const tried = new ExaminedCandidates('addresses');
    for (const failure of [new IpamError('address.exists'), new Error('no connection')])
      expect(() => tried.skip(failure))
        .to.throw(Error)
        .and.to.equal(failure);
  });
});
