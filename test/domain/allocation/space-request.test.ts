import { expect } from 'chai';
import fc from 'fast-check';
import { defaultAddressCriteria } from '../../../domain/allocation/address-criteria.js';
import {
  accepted,
  allocationOf,
  checkNewRequest,
  checkRequestedSpace,
  childOfSplit,
  type Decision,
  expired,
  heldBy,
  heldIdsOf,
  maxOpenRequests,
  refused,
  requestStates,
  requestsOtherSpace,
  type SpaceRequest,
  spaceRequest,
  stateAt,
  takenSpace,
  withdrawn,
} from '../../../domain/allocation/space-request.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { expectRefusal } from '../support/refusal.js';
import { networkAt } from '../support/samples.js';

const now = '2026-03-01 12:00:00';
const decision: Decision = { by: 'Admin', at: now };

const requestWith = (values: Partial<SpaceRequest> = {}): SpaceRequest => {
  const { id: _, custom: __, ...given } = values;
  return spaceRequest({ id: 1, values: { subnetId: 7, state: 'open', count: 1, comment: 'printer', ...given }, custom: {} });
};

const spaceOf = (ip: string | null, count = 1, mask: number | null = null) => ({
  ip_addr: ip === null ? null : IpAddress.parse(ip),
  count,
  mask,
});

describe('The state of a request', () => {
  const transitions = {
    accepted: (given: SpaceRequest) => accepted(given, decision, ['10.0.0.1']),
    refused: (given: SpaceRequest) => refused(given, decision),
    withdrawn: (given: SpaceRequest) => withdrawn(given, decision),
  };

  for (const [state, transition] of Object.entries(transitions)) {
    it(`changes from open to ${state}; the request then has the deciding user and the time, and no hold`, () => {
      const held = requestWith({ heldIds: '4;5', heldUntil: '2026-03-01 13:00:00', results: '10.0.0.4;10.0.0.5' });
      expect(transition(held)).to.include({ state, decidedBy: 'Admin', decidedAt: now, heldIds: null, heldUntil: null });
    });

    for (const from of requestStates.filter((each) => each !== 'open'))
      it(`does not become ${state} from ${from}`, () => {
        expectRefusal(() => transition(requestWith({ state: from })), 'spaceRequest.closed', { state: from });
      });

    it(`does not become ${state} after the time of the request`, () => {
      expectRefusal(() => transition(requestWith({ until: now })), 'spaceRequest.closed', { state: 'expired' });
    });
  }

  it('has the allocated addresses once accepted, and the comment of the decision', () => {
    const { results, adminComment } = accepted(requestWith(), { ...decision, adminComment: 'Rack 3' }, ['10.0.0.1', '10.0.0.2']);
    expect([results, adminComment]).to.deep.equal(['10.0.0.1;10.0.0.2', 'Rack 3']);
    expect(refused(requestWith(), decision)).not.to.have.property('adminComment');
  });

  it('expires only at the time of an open request', () => {
    expect(expired(requestWith({ until: '2026-03-01 12:00:01' }), decision)).to.equal(undefined);
    expect(expired(requestWith(), decision)).to.equal(undefined);
    expect(expired(requestWith({ until: now, state: 'refused' }), decision)).to.equal(undefined);
    expect(expired(requestWith({ until: now }), decision)).to.include({ state: 'expired', decidedAt: now });
  });

  it('is final: a sequence of transitions changes it once', () => {
    const steps = fc.array(fc.constantFrom(...Object.values(transitions)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(steps, (chosen) => {
        let request = requestWith();
        let changes = 0;
        for (const step of chosen) {
          try {
            request = { ...request, ...step(request) };
            changes++;
          } catch {
            expect(stateAt(request, now)).not.to.equal('open');
          }
        }
        expect(changes).to.equal(1);
      }),
    );
  });
});

describe('A hold of a request', () => {
  it('names the held records until the decision', () => {
    const held = heldBy(requestWith(), { ids: [4, 5], until: '2026-03-01 13:00:00', results: ['10.0.0.4', '10.0.0.5'] }, now);
    expect(held).to.deep.equal({ heldIds: '4;5', heldUntil: '2026-03-01 13:00:00', results: '10.0.0.4;10.0.0.5' });
    expect(heldIdsOf(held)).to.deep.equal([4, 5]);
    expect(heldIdsOf(heldBy(requestWith(), { ids: [], until: null, results: [] }, now))).to.deep.equal([]);
  });

  it('needs an open request', () => {
    const space = { ids: [4], until: '2026-03-01 13:00:00', results: ['10.0.0.4'] };
    expectRefusal(() => heldBy(requestWith({ state: 'refused' }), space, now), 'spaceRequest.closed', { state: 'refused' });
  });

  it('is for other space once address, count or prefix length differ', () => {
    const given = requestWith(spaceOf('10.0.0.4'));
    expect(requestsOtherSpace(given, spaceOf('10.0.0.4'))).to.equal(false);
    for (const other of [spaceOf('10.0.0.5'), spaceOf('10.0.0.4', 2), spaceOf(null), spaceOf('10.0.0.4', 1, 32)])
      expect(requestsOtherSpace(given, other)).to.equal(true);
  });
});

describe('The requested space', () => {
  const network = networkAt('10.0.0.0/24');

  it('is any free address, a named one, several, or a network', () => {
    expect(allocationOf(network, spaceOf(null))).to.deep.equal({ of: 'addresses', criteria: defaultAddressCriteria });
    const [first, last] = [IpAddress.parse('10.0.0.9'), IpAddress.parse('10.0.0.11')];
    expect(allocationOf(network, spaceOf('10.0.0.9'))).to.deep.equal({ of: 'address', ip: first });
    expect(allocationOf(network, spaceOf('10.0.0.9', 3))).to.deep.equal({
      of: 'addresses',
      criteria: { ...defaultAddressCriteria, count: 3, isContiguous: true, from: first, to: last },
    });
    expect(allocationOf(network, spaceOf(null, 1, 28))).to.deep.equal({
      of: 'network',
      length: 28,
      criteria: { policy: 'lowest' },
    });
    const { network: from, lastAddress: to } = Prefix.parse('10.0.0.16/28');
    expect(allocationOf(network, spaceOf('10.0.0.16', 1, 28))).to.deep.equal({
      of: 'network',
      length: 28,
      criteria: { policy: 'lowest', from, to },
    });
  });

  it('lies in the subnet', () => {
    for (const [ip, count] of [
      ['10.0.1.0', 1],
      ['10.0.0.255', 2],
      ['255.255.255.255', 2],
      ['2001:db8::1', 1],
    ] as const)
      expectRefusal(() => checkRequestedSpace(network, spaceOf(ip, count)), 'address.notInSubnet');
    checkRequestedSpace(network, spaceOf('10.0.0.254', 2));
  });

  it('is one network, smaller than the subnet, without host bits', () => {
    expectRefusal(() => checkRequestedSpace(network, spaceOf(null, 2, 28)), 'spaceRequest.severalNetworks');
    for (const mask of [24, 8, 33, 0])
      expectRefusal(() => checkRequestedSpace(network, spaceOf(null, 1, mask)), 'prefix.length', { length: String(mask) });
    expectRefusal(() => checkRequestedSpace(network, spaceOf('10.0.0.9', 1, 28)), 'prefix.hostBits');
  });

  it('is named in the error for space in use, unless any free space was requested', () => {
    const placeOf = (space: ReturnType<typeof spaceOf>) => takenSpace(network, space)?.details;
    expect(placeOf(spaceOf('10.0.0.9'))).to.deep.equal({ place: '10.0.0.9' });
    expect(placeOf(spaceOf('10.0.0.9', 3))).to.deep.equal({ place: '10.0.0.9-10.0.0.11' });
    expect(placeOf(spaceOf('10.0.0.16', 1, 28))).to.deep.equal({ place: '10.0.0.16/28' });
    expect(takenSpace(network, spaceOf(null, 4))).to.equal(undefined);
  });
});

describe('A new request', () => {
  const subnet = { ...networkAt('10.0.0.0/24'), allowRequests: true };
  const facts = { subnet, open: 0, at: now };
  const wanted = requestWith();

  it('needs a subnet that allows requests, a future time, and few open requests of the requester', () => {
    checkNewRequest({ ...wanted, until: '2026-03-01 12:00:01' }, { ...facts, open: maxOpenRequests - 1 });
    const closed = { ...facts, subnet: { ...subnet, allowRequests: false } };
    expectRefusal(() => checkNewRequest(wanted, closed), 'spaceRequest.notAllowed');
    expectRefusal(() => checkNewRequest({ ...wanted, until: now }, facts), 'spaceRequest.untilPast');
    const many = { ...facts, open: maxOpenRequests };
    expectRefusal(() => checkNewRequest(wanted, many), 'spaceRequest.tooMany', { max: maxOpenRequests });
  });
});

describe('A request in a split network', () => {
  const parts = [Prefix.parse('10.0.0.0/25'), Prefix.parse('10.0.0.128/25')];

  it('moves to the part with its named address or network', () => {
    for (const replaces of [false, true]) {
      expect(childOfSplit(spaceOf('10.0.0.200'), parts, replaces)).to.equal(1);
      expect(childOfSplit(spaceOf('10.0.0.16', 1, 28), parts, replaces)).to.equal(0);
    }
  });

  it('stays in the network, or moves to the first part of a replaced one', () => {
    for (const space of [spaceOf(null), spaceOf(null, 1, 28), spaceOf('10.0.0.128', 1, 25)]) {
      expect(childOfSplit(space, parts, false)).to.equal(undefined);
      expect(childOfSplit(space, parts, true)).to.equal(0);
    }
  });
});
