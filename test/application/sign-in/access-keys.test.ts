import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { AccessKeys } from '../../../application/access/sign-in/access-keys.js';
import { Directory } from '../../../application/access/sign-in/directory.js';
import { StorageError } from '../../../application/ports/storage-error.js';
import type { UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { keyOf } from '../../../domain/access/access-key.js';
import { noLimits } from '../../../domain/access/rate-limit.js';
import { newUser } from '../../contracts/support/builders.js';

/** A key over a memory database on a clock that the test advances. `seen` counts reads and units of work. */
async function setUp({ isWritable = true } = {}) {
  const { readers, unitOfWork } = createMemoryDatabase();
  const source = new RandomTokenSource();
  const time = { now: new Date('2026-11-25T12:00:00Z') };
  const clock = { now: () => time.now };
  const text = keyOf(source.createCode());
  await unitOfWork.run(async ({ users, accessKeys }) => {
    const userId = await users.insert(newUser({ kind: 'service' }), '');
    const limits = { sections: [], subnets: [], networks: [], limits: noLimits };
    const times = { created: time.now, expires: new Date('2026-12-25T12:00:00Z'), lastUsed: null, audience: null };
    await accessKeys.insert({ digest: source.digest(text), userId, name: 'k', scopes: ['*:read'], ...limits, ...times });
  });
  const seen = { reads: 0, units: 0 };
  const accessKeys = {
    list: () => readers.accessKeys.list(),
    find: (digest: string) => {
      seen.reads++;
      return readers.accessKeys.find(digest);
    },
  };
  const watched: UnitOfWork = {
    run: (work, terms) => {
      seen.units++;
      return isWritable ? unitOfWork.run(work, terms) : Promise.reject(new StorageError('a standby', 'unavailable'));
    },
  };
  const directory = new Directory({ ...readers, accessKeys }, clock);
  return { keys: new AccessKeys(watched, clock, source, directory), text, seen, time };
}

describe('AccessKeys', () => {
  it('reads a key at most once a second, and records its use at most once a minute', async () => {
    const { keys, text, seen, time } = await setUp();
    await Promise.all(Array.from({ length: 10 }, () => keys.authenticate(text, '192.0.2.1')));
    expect(seen.units, 'requests at the same time write one use').to.equal(1);
    await keys.authenticate(text, '192.0.2.1');
    const { reads } = seen;
    for (let times = 0; times < 100; times++) await keys.authenticate(text, '192.0.2.1');
    expect(seen).to.deep.equal({ reads, units: 1 });
    time.now = new Date(time.now.getTime() + 1000);
    for (let times = 0; times < 100; times++) await keys.authenticate(text, '192.0.2.1');
    expect(seen).to.deep.equal({ reads: reads + 1, units: 1 });
    time.now = new Date(time.now.getTime() + 60_000);
    await keys.authenticate(text, '192.0.2.1');
    expect(seen.units).to.equal(2);
  });

  it('reads nothing for an invalid key', async () => {
    const { keys, text, seen } = await setUp();
    for (const wrong of [`${text}x`, text.slice(0, -1), 'hxp_', text.toUpperCase()])
      expect(await keys.authenticate(wrong, '192.0.2.1')).to.equal('invalid');
    expect(seen).to.deep.equal({ reads: 0, units: 0 });
  });

  it('accepts a key while the storage is read-only', async () => {
    const { keys, text } = await setUp({ isWritable: false });
    expect(await keys.authenticate(text, '192.0.2.1')).to.have.property('user');
  });

  it('does not record the use when a key reads its own record', async () => {
    const { keys, text, seen } = await setUp();
    await keys.authenticate(text, '192.0.2.1', false);
    expect(seen.units).to.equal(0);
  });
});
