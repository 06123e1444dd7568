import { expect } from 'chai';
import { systemClock, systemRandom, systemTimers } from '../../../adapters/system/index.js';
import { Requests } from '../../../application/allocation/requests.js';
import { internalCaller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import type { Principal } from '../../../domain/access/access-policy.js';
import { grantedScope, type Scope } from '../../../domain/access/key-scope.js';
import { spaceRequest } from '../../../domain/allocation/space-request.js';
import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { newNetwork, newSection, newUser } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const userIds = { own: 4711, other: 4712 };

const member = (userId: number, ...groups: readonly number[]): Principal => ({
  ...{ unrestricted: false, groups, inventory: 'read', userId },
});

const keyOf = (owner: Principal, scopes: readonly Scope[], subnets: readonly number[] = []): Principal => ({
  ...{ unrestricted: false, groups: [], inventory: 'none' },
  narrowed: { owner, scope: grantedScope({ scopes, sections: [], subnets }) },
});

describeContract('Requests', ['catalog'], (storage) => {
  const setUp = async () => {
    const { readers, unitOfWork } = storage;
    const subnetId = await storage.write(async (to) => {
      const sectionId = await to.sections.insert(newSection({ permissions: levels({ 2: 1, 3: 1 }) }));
      const network = newNetwork(sectionId, '10.0.0.0/24', { permissions: levels({ 2: 1, 3: 2 }), allowRequests: true });
      return to.subnets.insert(network);
    });
    const catalog = new Catalog(readers, unitOfWork, systemClock);
    const requests = new Requests(readers, unitOfWork, systemClock, systemTimers, systemRandom);
    const ask = (input: Input = {}) => catalog.create(internalCaller, 'request', { subnetId, comment: 'printer', ...input });
    const ofUser = async (requesterId: number): Promise<number> => {
      const id = await ask();
      await storage.write(async (to) => {
        await to.subnets.lock(subnetId, 'change');
        await to.catalog.update('request', id, { requesterId }, {});
      });
      return id;
    };
    const read = async (id: number) => {
      const row = await readers.catalog.find('request', id);
      return row && spaceRequest(row);
    };
    const used = () => collect(readers.addresses.list({ subnetId, order: 'address' }));
    return { subnetId, catalog, requests, ask, ofUser, read, used };
  };

  it('are listed for their requester, and for groups that write addresses', async () => {
    const { subnetId, ofUser } = await setUp();
    const [own, other] = [await ofUser(userIds.own), await ofUser(userIds.other)];
    const listed = async (viewer?: Principal) => {
      const rows = await collect(storage.readers.catalog.list('request', { subnetId }, undefined, viewer));
      const query = { where: [], sort: [] };
      expect(await storage.readers.catalog.count('request', { subnetId }, query, viewer)).to.equal(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await listed()).to.deep.equal([own, other]);
    expect(await listed(member(userIds.own, 2))).to.deep.equal([own]);
    expect(await listed(member(userIds.other, 2))).to.deep.equal([other]);
    expect(await listed(member(1, 2))).to.deep.equal([]);
    expect(await listed(member(1, 3))).to.deep.equal([own, other]);
    expect(await listed(member(userIds.own, 9))).to.deep.equal([]);
    expect(await listed({ unrestricted: false, groups: [2], inventory: 'read' })).to.deep.equal([]);
    expect(await listed(keyOf(member(1, 3), ['request:read']))).to.deep.equal([own, other]);
    expect(await listed(keyOf(member(userIds.own, 2), ['request:read'], [subnetId]))).to.deep.equal([own]);
    expect(await listed(keyOf(member(1, 3), ['request:read'], [subnetId + 1]))).to.deep.equal([]);
    expect(await listed(keyOf(member(1, 3), ['address:write']))).to.deep.equal([]);
  });

  it('have no requester once the user is deleted', async () => {
    const { ofUser, read } = await setUp();
    const userId = await storage.write(({ users }) => users.insert(newUser(), '$scrypt$x'));
    const [own, other] = [await ofUser(userId), await ofUser(userIds.other)];
    await storage.write(({ users }) => users.delete(userId));
    expect([(await read(own))?.requesterId, (await read(other))?.requesterId]).to.deep.equal([null, userIds.other]);
    await storage.write(({ users }) => users.delete(userIds.other));
  });

  it('are decided once, with one allocation', async () => {
    const { requests, ask, read, used } = await setUp();
    for (let round = 1; round <= 3; round++) {
      const id = await ask();
      const outcomes = await Promise.allSettled([
        ...Array.from({ length: 4 }, () => requests.accept(internalCaller, id)),
        requests.refuse(internalCaller, id),
      ]);
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(failures.map((error) => (IpamError.is(error) ? error.code : String(error)))).to.deep.equal(
        Array<string>(4).fill('spaceRequest.closed'),
      );
      const { state, results } = (await read(id)) ?? {};
      const ips = (await used()).map(({ ip }) => ip.toString());
      if (state === 'accepted') expect(ips).to.include(results);
      expect(ips.length).to.be.at.most(round);
    }
  });

  it('are unchanged by a failed acceptance', async () => {
    const { requests, ask, read, used } = await setUp();
    const [first, second] = [await ask({ ip_addr: '10.0.0.9' }), await ask({ ip_addr: '10.0.0.9' })];
    const granted = await requests.accept(internalCaller, first);
    expect(granted.map(({ text }) => text)).to.deep.equal(['10.0.0.9']);
    const error = await requests.accept(internalCaller, second).catch((problem: unknown) => problem);
    expect(IpamError.is(error, 'spaceRequest.taken')).to.equal(true);
    expect([(await read(second))?.state, (await used()).length]).to.deep.equal(['open', 1]);
  });

  it('expire in a sweep after their end time', async () => {
    const { subnetId, requests, ask, read } = await setUp();
    const [late, open] = [await ask({ until: '2999-01-01 00:00:00' }), await ask()];
    await storage.write(async (to) => {
      await to.subnets.lock(subnetId, 'change');
      await to.catalog.update('request', late, { until: '2020-01-01 00:00:00' }, {});
    });
    await requests.sweep();
    expect([(await read(late))?.state, (await read(open))?.state]).to.deep.equal(['expired', 'open']);
  });

  it('are deleted with their subnet', async () => {
    const { subnetId, ask, read } = await setUp();
    const id = await ask();
    await storage.write(async (to) => {
      await to.subnets.lock(subnetId, 'change');
      const author = { at: '2026-03-01 12:00:00', userId: null, by: 'test', appId: null, clientAddress: null };
      await to.changeLog.appendConsequences({ of: 'deletion', object: 'subnet', id: subnetId }, author);
      await to.subnets.delete(subnetId);
    });
    expect(await read(id)).to.equal(undefined);
  });
});
