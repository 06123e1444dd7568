import { expect } from 'chai';
import { appFields, appPermissions, appSecurities, type StoredApp } from '../../../domain/access/app.js';
import { defaultSettings, type Settings } from '../../../domain/access/settings.js';
import { type AdministeredField, memberOf, nestValues } from '../../../domain/fields/administered-field.js';
import { app as anApp } from '../../domain/support/apps.js';
import { newApp, newUser, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

/** A value of a field that differs from a given one. */
function otherValue(field: AdministeredField, value: unknown): unknown {
  const { type } = field;
  if (type === 'enum') return field.values.find((each) => each !== value);
  if (type === 'flag') return !value;
  return type === 'integer' ? Number(value) + 1 : `it's "日"`;
}

const otherValues: object = nestValues(
  Object.entries<AdministeredField>(appFields)
    .filter(([, { required, readOnly }]) => !required && !readOnly)
    .map(([name, field]) => [name, otherValue(field, memberOf(anApp, name))]),
);

describeContract('Applications', ['identity'], (storage) => {
  const save = (app: StoredApp): Promise<void> => storage.write(({ apps }) => apps.save(app));

  it('store their whole definition', async () => {
    const code = '0123456789abcdef0123456789abcdef';
    const samples = [
      ...appPermissions.map((permission) => newApp({ permission })),
      ...appSecurities.map((security) => newApp({ security, code })),
      newApp({ security: 'static', codeDigest: 'ab'.repeat(32) }),
      newApp(otherValues),
    ];
    for (const app of samples) {
      await save(app);
      expect(await storage.readers.apps.find(app.id)).to.deep.equal(app);
    }
  });

  it('are replaced by one with the same id', async () => {
    const app = newApp({ code: '0123456789abcdef0123456789abcdef', lock: { enabled: true, waitSeconds: 5 } });
    const other = newApp({ id: app.id, permission: 'admin', comment: 'new' });
    await save(app);
    await save(other);
    expect(await storage.readers.apps.find(app.id)).to.deep.equal(other);
  });

  it('are found by their exact id', async () => {
    const app = newApp();
    await save(app);
    for (const id of [uniqueWord(), '', '%', `${app.id} `]) expect(await storage.readers.apps.find(id), id).to.equal(undefined);
  });

  it('are deleted, and the deletion returns whether they existed', async () => {
    const [app, other] = [newApp(), newApp()];
    await save(app);
    await save(other);
    expect(await storage.write(({ apps }) => apps.delete(app.id))).to.equal(true);
    expect(await storage.readers.apps.find(app.id)).to.equal(undefined);
    expect(await storage.readers.apps.find(other.id)).to.deep.equal(other);
    expect(await storage.write(({ apps }) => apps.delete(app.id))).to.equal(false);
  });

  it('are listed by id', async () => {
    const start = uniqueWord();
    const apps = ['-10', '-9', 'a', 'b'].map((end) => newApp({ id: `${start}${end}` }));
    for (const app of apps.toReversed()) await save(app);
    expect((await storage.readers.apps.list()).filter(({ id }) => id.startsWith(start))).to.deep.equal(apps);
  });
});

describeContract('Tokens', ['identity'], (storage) => {
  const insertUser = (): Promise<number> => storage.write(({ users }) => users.insert(newUser(), 'hash'));
  const digest = (): string => uniqueWord().padStart(64, '0');
  const at = (seconds: number): Date => new Date(Date.UTC(2030, 0, 1, 0, 0, seconds, 123));
  const insert = (userId: number, expires: Date, own = digest()): Promise<string> =>
    storage.write(async ({ tokens }) => {
      await tokens.insert({ digest: own, userId, expires });
      return own;
    });
  const remaining = async (digests: readonly string[]): Promise<boolean[]> =>
    Promise.all(digests.map(async (one) => (await storage.readers.tokens.find(one)) !== undefined));

  it('are rejected for missing users', async () => {
    await expectError(insert(987654321, at(0)), 'signIn.failed');
  });

  it('are found by digest, with user and expiry to the millisecond', async () => {
    const userId = await insertUser();
    const own = await insert(userId, at(0));
    expect(await storage.readers.tokens.find(own)).to.deep.equal({ digest: own, userId, expires: at(0) });
    expect(await storage.readers.tokens.find(digest())).to.equal(undefined);
  });

  it('are listed by user, then by expiry', async () => {
    const [userId, other] = [await insertUser(), await insertUser()];
    const digests = [
      await insert(other, at(1)),
      await insert(userId, at(3)),
      await insert(userId, at(2)),
      await insert(userId, at(3)),
    ];
    const listed = (await storage.readers.tokens.list()).filter((token) => [userId, other].includes(token.userId));
    expect(listed.map((token) => digests.indexOf(token.digest))).to.deep.equal([2, 1, 3, 0]);
    expect(listed[0]).to.deep.equal({ digest: digests[2], userId, expires: at(2) });
  });

  it('have a later expiry after an extension', async () => {
    const userId = await insertUser();
    const [own, other] = [await insert(userId, at(0)), await insert(userId, at(0))];
    await storage.write(({ tokens }) => tokens.extend(own, at(60), at(1)));
    expect((await storage.readers.tokens.find(own))?.expires).to.deep.equal(at(60));
    expect((await storage.readers.tokens.find(other))?.expires).to.deep.equal(at(0));
    await storage.write(({ tokens }) => tokens.extend(digest(), at(60), at(1)));
  });

  it('are deleted, and the deletion returns whether they existed', async () => {
    const own = await insert(await insertUser(), at(0));
    expect(await storage.write(({ tokens }) => tokens.delete(own))).to.equal(true);
    expect(await storage.readers.tokens.find(own)).to.equal(undefined);
    expect(await storage.write(({ tokens }) => tokens.delete(own))).to.equal(false);
  });

  it('are deleted after their expiry, for every user', async () => {
    const [userId, other] = [await insertUser(), await insertUser()];
    const digests = [
      await insert(userId, at(1)),
      await insert(other, at(2)),
      await insert(userId, at(3)),
      await insert(other, at(4)),
    ];
    await storage.write(({ tokens }) => tokens.deleteExpired(at(2)));
    expect(await remaining(digests)).to.deep.equal([false, false, true, true]);
  });

  it('of a user are deleted except for the newest', async () => {
    const [userId, other] = [await insertUser(), await insertUser()];
    const digests: string[] = [];
    for (const seconds of [1, 2, 3, 4]) digests.push(await insert(userId, at(seconds)));
    const otherDigest = await insert(other, at(0));
    await storage.write(({ tokens }) => tokens.deleteOldest(userId, 5));
    expect(await remaining(digests)).to.deep.equal([true, true, true, true]);
    await storage.write(({ tokens }) => tokens.deleteOldest(userId, 2));
    expect(await remaining([...digests, otherDigest])).to.deep.equal([false, false, true, true, true]);
    await storage.write(({ tokens }) => tokens.deleteOldest(userId, 0));
    expect(await remaining([...digests, otherDigest])).to.deep.equal([false, false, false, false, true]);
  });
});

describeContract('Settings', (storage) => {
  const samples: readonly Settings[] = [
    {
      uniqueVlanNumbers: true,
      linkField: 'custom_link',
      vlanMax: 4094,
      enforceUserPermissions: false,
      changeLogDays: 30,
      keyDays: 30,
      secondFactor: 'administrators',
      prefixFields: { subnets: 'custom_a', addresses: 'custom_b', externalId: 'custom_c' },
      defaults: { sectionStrictMode: true, subnetScanAgent: null, subnetState: 3 },
      scan: { ...defaultSettings.scan, enabled: true, program: 'ping', packetsPerSecond: 7 },
      webhooks: { privateTargets: true, keepDays: 3 },
      dns: { ...defaultSettings.dns, enabled: true, server: 'http://127.0.0.1:8081', key: 'k', forwardZones: ['example.org'] },
      usageHistory: { enabled: false, hour: 6 },
      alarms: { ...defaultSettings.alarms, enabled: true, holdMinutes: 30 },
      mail: {
        ...defaultSettings.mail,
        enabled: true,
        server: 'mail.example',
        sender: 'ipam@example.org',
        password: 'p',
        topics: ['key'],
      },
    },
    { ...defaultSettings, linkField: null },
  ];

  it('return the values that were written last', async () => {
    for (const settings of samples) {
      await storage.write((to) => to.settings.write(settings));
      expect(await storage.readers.settings.read()).to.deep.equal(settings);
      expect(await storage.write((to) => to.settings.lock())).to.deep.equal(settings);
    }
  });

  it('lose no concurrent change if each change locks them first', async () => {
    await storage.write(({ settings }) => settings.write({ ...defaultSettings, vlanMax: 100 }));
    const raise = (): Promise<void> =>
      storage.write(async ({ settings }) => {
        const held = await settings.lock();
        await settings.write({ ...held, vlanMax: held.vlanMax + 1 });
      });
    await Promise.all(Array.from({ length: 8 }, raise));
    expect((await storage.readers.settings.read()).vlanMax).to.equal(108);
  });
});
