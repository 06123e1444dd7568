import { expect } from 'chai';
import type { ChangeEntry } from '../../application/ports/change-log.js';
import { auditedObjects, type ChangeAction, changeActions, changedObjects } from '../../domain/changes/change.js';
import { insertNetwork, newAddress, newUser } from './support/builders.js';
import { describeContract } from './support/contract.js';

/** The id of an object that no other test uses. */
let lastObject = 500_000_000;

const newEntry = (objectId: number, given: Partial<ChangeEntry> = {}): ChangeEntry => ({
  object: 'subnet',
  objectId,
  objectName: null,
  action: 'edit',
  differences: [],
  at: '2024-05-06 07:08:09',
  userId: null,
  by: 'main',
  appId: null,
  clientAddress: null,
  ...given,
});

describeContract('The change log', (storage) => {
  const append = (...entries: readonly ChangeEntry[]): Promise<void> =>
    storage.write(async ({ changeLog }) => {
      for (const entry of entries) await changeLog.append(entry);
    });
  const list = (objectId: number, max = 50): Promise<ChangeEntry[]> => storage.readers.changeLog.list('subnet', objectId, max);

  it('identifies an address of the same unit of work by its id', async () => {
    const entry = newEntry(0, { object: 'address', action: 'add' });
    const id = await storage.write(async (to) => {
      const network = await insertNetwork(to, '10.0.0.0/24');
      const locked = await to.subnets.lock(network, 'change');
      const given = ['10.0.0.1', '10.0.0.2'].map((text) => newAddress(network, text));
      const objectId = (locked && (await to.addresses.insertAll(locked, given))[1]) ?? 0;
      await to.changeLog.append({ ...entry, objectId });
      return objectId;
    });
    expect(await storage.readers.changeLog.list('address', id, 9)).to.deep.equal([{ ...entry, objectId: id }]);
    expect(String((await storage.readers.addresses.find(id))?.ip)).to.equal('10.0.0.2');
  });

  storage.itWith('identity')('stores every field of an entry', async () => {
    const id = ++lastObject;
    const differences = [`[description]:  => it's "new"\n日`, '[name]: a => b', ''];
    const user = await storage.write(({ users }) => users.insert(newUser({ username: `logged${id}` }), 'hash'));
    const facts = {
      objectName: `it's "日"`,
      differences,
      userId: user,
      by: `O'Neill`,
      appId: 'main',
      clientAddress: '2001:db8::1',
    };
    const entries = changeActions.map((action) => newEntry(id, { action, ...facts }));
    await append(...entries, newEntry(id));
    expect(await list(id)).to.deep.equal([newEntry(id), ...entries.toReversed()]);
  });

  it('lists the newest entries first, and those of equal time in the order of insertion', async () => {
    const id = ++lastObject;
    const times = [
      '2024-01-01 00:00:00',
      '2024-01-02 00:00:00',
      '2024-01-02 00:00:00',
      '2024-01-02 00:00:00',
      '2024-02-01 00:00:00',
    ];
    const entries = times.map((at, i) => newEntry(id, { at, by: String(i) }));
    for (const entry of entries) await append(entry);
    expect(await list(id)).to.deep.equal(entries.toReversed());
  });

  it('lists at most the requested number of entries', async () => {
    const id = ++lastObject;
    const entries = Array.from({ length: 60 }, (_, i) => newEntry(id, { by: String(i) }));
    await append(...entries);
    for (const max of [0, 1, 50, 60, 1000]) expect(await list(id, max)).to.deep.equal(entries.toReversed().slice(0, max));
  });

  it('lists the entries of one object only', async () => {
    const [id, other] = [++lastObject, ++lastObject];
    const entries = changedObjects.map((object) => newEntry(id, { object }));
    await append(...entries, newEntry(other));
    for (const [i, object] of changedObjects.entries()) {
      expect(await storage.readers.changeLog.list(object, id, 50)).to.deep.equal([entries[i]]);
    }
    expect(await list(++lastObject)).to.deep.equal([]);
  });

  storage.itWith('audit')('lists the entries of all audited objects together, at most the requested number', async () => {
    const id = ++lastObject;
    const entries = auditedObjects.map((object, i) => newEntry(i % 2 ? id : 0, { object, objectName: `name ${id}` }));
    for (const entry of entries) await append(entry, ...changedObjects.map((object) => newEntry(id, { object })));
    const { changeLog } = storage.readers;
    expect(await changeLog.audit(entries.length)).to.deep.equal(entries.toReversed());
    expect(await changeLog.audit(2)).to.deep.equal(entries.toReversed().slice(0, 2));
    expect(await changeLog.audit(0)).to.deep.equal([]);
  });

  storage.itWith('audit')('lists the audited entries of some actions only', async () => {
    const user = (action: ChangeAction) => newEntry(0, { object: 'user', objectName: 'anna', action });
    const [failed, block] = [user('signInFailed'), user('block')];
    await append(failed, user('edit'), block, user('add'));
    expect(await storage.readers.changeLog.audit(2, ['signInFailed', 'block'])).to.deep.equal([block, failed]);
  });

  it('retains the entries of a deleted object', async () => {
    const id = await storage.write((to) => insertNetwork(to, '10.0.0.0/24'));
    await append(newEntry(id));
    await storage.write(({ subnets }) => subnets.delete(id));
    expect(await list(id)).to.deep.equal([newEntry(id)]);
  });

  storage.itWith('audit')('deletes the entries from before a time, and returns their number', async () => {
    const id = ++lastObject;
    const entries = ['1999-12-31 23:59:58', '1999-12-31 23:59:59', '2000-01-01 00:00:00', '2000-01-01 00:00:01'].map((at) =>
      newEntry(id, { at }),
    );
    await append(...entries);
    expect(await storage.write(({ changeLog }) => changeLog.deleteBefore('2000-01-01 00:00:00', null))).to.equal(2);
    expect(await list(id)).to.deep.equal(entries.slice(2).reverse());
    expect(await storage.write(({ changeLog }) => changeLog.deleteBefore('2000-01-01 00:00:00', null))).to.equal(0);
  });

  it('is rolled back with the unit of work that wrote it', async () => {
    const id = ++lastObject;
    const failing = storage.write(async ({ changeLog }) => {
      await changeLog.append(newEntry(id));
      expect(await changeLog.list('subnet', id, 50)).to.deep.equal([newEntry(id)]);
      throw new Error('undo');
    });
    await failing.catch(() => {});
    expect(await list(id)).to.deep.equal([]);
  });
});
