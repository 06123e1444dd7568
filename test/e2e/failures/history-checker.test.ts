import { expect } from 'chai';
import { address, asFinal, honest, master, pool, strict } from '../support/history-script.js';
import { partMark } from '../support/storm/history/history.js';

describe('The history checker', () => {
  describe('finds nothing', () => {
    it('in a consistent history', () => {
      expect(honest().findings).to.deep.equal([]);
    });

    it('when missing records were deleted, or may have been deleted', () => {
      for (const outcome of ['done', 'unknown'] as const) {
        const script = honest().without(100).without(10);
        script[outcome]({ kind: 'delete address', address });
        script[outcome]({ kind: 'delete subnet', subnet: { id: 10, sectionId: strict, cidr: '10.1.0.0/24' } });
        expect(script.findings).to.deep.equal([]);
      }
    });

    it('when an address was deleted with its subnet or by a truncation', () => {
      for (const kind of ['truncate', 'delete subnet'] as const) {
        const script = honest().without(100).without(101);
        script.done({ kind, subnet: pool });
        if (kind === 'delete subnet') script.without(pool.id);
        expect(script.findings).to.deep.equal([]);
      }
    });

    it('when a freed address is given to another client', () => {
      const script = honest().without(100);
      script.done({ kind: 'delete address by ip', subnet: pool, ip: '10.0.0.1' });
      script.taken(102, '10.0.0.1');
      expect(script.findings).to.deep.equal([]);
    });

    it('when a request with unknown outcome was done or not done', () => {
      const script = honest();
      script.unknown({ kind: 'take address', subnet: pool });
      const mark = script.unknown({ kind: 'create address', subnet: pool, ip: '10.0.0.9' });
      script.leave({ id: 103, subnetId: pool.id, ip: '10.0.0.9', mark });
      expect(script.findings).to.deep.equal([]);
    });

    it('in a completed split and resize', () => {
      const script = honest().without(10);
      const whole = { id: 10, sectionId: strict, cidr: '10.1.0.0/24' };
      const mark = script.done({ kind: 'split', subnet: whole, parts: 2, grouped: false });
      script.subnets.push(asFinal({ ...whole, id: 20, cidr: '10.1.0.0/25' }, master.id, partMark(mark, 1)));
      script.subnets.push(asFinal({ ...whole, id: 21, cidr: '10.1.0.128/26' }, master.id, partMark(mark, 2)));
      script.done({ kind: 'resize', subnet: { ...whole, id: 21, cidr: '10.1.0.128/25' }, length: 26 });
      expect(script.findings).to.deep.equal([]);
    });

    it('in overlapping changes, changes with unknown outcome, and reads of intermediate values', () => {
      const script = honest();
      script.read(address, { note: '' });
      const first = script.changed(address);
      script.read(address, { note: first });
      const unknown = script.unknown({ kind: 'change address', address });
      for (const note of [first, unknown]) script.read(address, { note });
      expect(script.findings).to.deep.equal([]);
      script.done({ kind: 'delete address by ip', subnet: pool, ip: address.ip });
      script.without(100).read(address, undefined);
      expect(script.findings).to.deep.equal([]);
    });

    it('when the next address is not the lowest one, since a request with unknown outcome may have that', () => {
      const script = honest();
      script.unknown({ kind: 'take address', subnet: pool });
      script.unknown({ kind: 'create address', subnet: pool, ip: '10.0.0.4' });
      script.taken(102, '10.0.0.5');
      expect(script.findings).to.deep.equal([]);
    });

    it('when a subnet of a split has an earlier address, and the next address is above it', () => {
      const script = honest();
      script.done({ kind: 'take address', subnet: { id: 60, sectionId: strict, cidr: '10.1.9.0/25' } }, 120, '10.1.9.5');
      expect(script.without(120).findings.filter((finding) => finding.includes('lower'))).to.deep.equal([]);
    });

    it('in a 503 during a database failure and shortly after', () => {
      const script = honest().fault('database').later(4000);
      script.refused({ kind: 'take address', subnet: pool }, 503);
      script.unknowable({ kind: 'take address', subnet: pool });
      expect(script.findings).to.deep.equal([]);
    });

    it('when held addresses are freed or reassigned after expiry, were confirmed, or are held again', () => {
      const script = honest();
      const [first, second] = [script.held(110, '10.0.0.3', 2), script.held(111, '10.0.0.4', 2)];
      script.confirmed(second);
      script.held(112, '10.0.0.5', 2);
      script.done({ kind: 'prolong address', address: { ...second, id: 112, ip: '10.0.0.5' }, hold: 60 });
      script.note(112, script.events.at(-1)?.mark ?? '');
      script.later(5000).expired(first.id).read(first, undefined);
      script.refused({ kind: 'confirm address', address: first }, 404);
      script.refused({ kind: 'prolong address', address: second, hold: 2 }, 409);
      script.read(second, { note: script.addresses.find(({ id }) => id === second.id)?.note ?? '' });
      script.taken(113, '10.0.0.3');
      expect(script.findings).to.deep.equal([]);
    });

    it('when the confirmation of a hold has an unknown outcome', () => {
      for (const isThere of [true, false]) {
        const script = honest();
        const held = script.held(110, '10.0.0.3', 2);
        const mark = script.unknown({ kind: 'confirm address', address: held });
        script.later(60_000);
        if (isThere) script.confirmedBy(held, mark);
        else script.expired(held.id);
        expect(script.findings, String(isThere)).to.deep.equal([]);
      }
    });

    it('when a truncation with unknown outcome has deleted all addresses', () => {
      for (const outcome of ['unknown', 'unknowable'] as const) {
        const script = honest().fault('cut').without(100).without(101);
        script[outcome]({ kind: 'truncate', subnet: pool });
        script.later(20_000).taken(102, '10.0.0.1');
        expect(script.findings).to.deep.equal([]);
      }
    });
  });
});
