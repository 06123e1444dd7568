import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { commandLineCaller as by } from '../../../application/caller.js';
import { publicApp } from '../../../domain/access/app.js';
import { IpamError } from '../../../domain/errors.js';
import { newNetwork, newSection } from '../../contracts/support/builders.js';
import { app as plainApp } from '../../domain/support/apps.js';
import { full, problemOf, setUp, start, withAdministrator } from '../support/administration.js';
import { codeOf } from '../support/application.js';

const digestOf = (code: string): string => createHash('sha256').update(code).digest('hex');

describe('Administering applications', () => {
  it('generates a code where one is required, returns it once, and writes no code to the history', async () => {
    const { access, readers, audit } = await withAdministrator();
    const { code, ...added } = await access.apps.add(by, {
      id: 'tf',
      permission: 'write',
      security: 'static',
      lock: { waitSeconds: 3 },
    });
    expect(code).to.match(/^[\w-]{32}$/);
    const lock = { enabled: false, waitSeconds: 3 };
    expect(added).to.deep.equal({
      ...publicApp(plainApp),
      id: 'tf',
      permission: 'write',
      security: 'static',
      showLinks: true,
      lock,
    });
    expect(await readers.apps.find('tf')).to.include({ code: null, codeDigest: digestOf(code ?? '') });
    expect(await access.apps.list(by)).to.deep.equal([added]);
    expect(await access.apps.set(by, 'tf', { lock: { enabled: true } })).to.deep.equal({
      ...added,
      lock: { enabled: true, waitSeconds: 3 },
    });
    const other = (await access.apps.set(by, 'tf', {}, true)).code;
    expect(other)
      .to.match(/^[\w-]{32}$/)
      .and.not.equal(code);
    expect(await audit(2)).to.deep.equal([
      ['edit app tf', '[code]: changed'],
      ['edit app tf', '[lock.enabled]:  => 1'],
    ]);
    const plain = await access.apps.add(by, { id: 'plain', permission: 'read', security: 'none' });
    expect(plain).not.to.have.property('code');
    expect((await access.apps.set(by, 'plain', { security: 'crypt', cryptLegacy: false })).code).to.match(/^[\w-]{32}$/);
    const history = JSON.stringify(await access.audit(by, 99));
    for (const secret of [code, other]) expect(history).not.to.contain(secret);
  });

  it('stores an encryption key as it is and other codes as digests, and needs a new code to change to encryption', async () => {
    const { access, readers, audit } = await withAdministrator();
    const stored = async () =>
      (({ code, codeDigest }) => ({ code, codeDigest }))((await readers.apps.find('tf')) ?? { code: '', codeDigest: '' });
    const { code: key = '' } = await access.apps.add(by, { id: 'tf', permission: 'write', security: 'crypt' });
    expect(await stored()).to.deep.equal({ code: key, codeDigest: null });
    for (const security of ['static', 'none', 'static']) {
      expect(await access.apps.set(by, 'tf', { security })).not.to.have.property('code');
      expect(await stored()).to.deep.equal({ code: null, codeDigest: digestOf(key) });
    }
    expect(await problemOf(access.apps.set(by, 'tf', { security: 'crypt' }))).to.deep.equal({
      entry: 'application tf "security"',
      problem: 'cannot be changed to crypt without a new code: only a digest of the current code is stored',
    });
    const before = await access.audit(by, 99);
    await access.apps.set(by, 'tf', { security: 'static' });
    expect(await access.audit(by, 99)).to.deep.equal(before);
    const { code: another } = await access.apps.set(by, 'tf', { security: 'crypt' }, true);
    expect(await stored()).to.deep.equal({ code: another, codeDigest: null });
    expect(await audit()).to.deep.equal([['edit app tf', '[security]: static => crypt', '[code]: changed']]);
    expect(JSON.stringify(await access.audit(by, 99))).not.to.contain(digestOf(key));
  });

  it('enables strict encryption by default only for a new application without legacy encryption', async () => {
    const { access, administration } = await withAdministrator();
    const app = { permission: 'write', security: 'crypt' };
    const isStrict = async (id: string) => (await access.apps.list(by)).find((each) => each.id === id)?.cryptStrict;
    await access.apps.add(by, { ...app, id: 'old' });
    await access.apps.add(by, { ...app, id: 'new', cryptLegacy: false });
    await access.apps.add(by, { ...app, id: 'loose', cryptLegacy: false, cryptStrict: false });
    expect([await isStrict('old'), await isStrict('new'), await isStrict('loose')]).to.deep.equal([false, true, false]);
    await access.apps.set(by, 'old', { cryptLegacy: false });
    expect(await isStrict('old')).to.equal(false);
    await access.apps.set(by, 'old', { cryptStrict: true });
    expect(await isStrict('old')).to.equal(true);
    const code = 'c'.repeat(32);
    const file = (loose: object) => ({
      apps: [
        { ...app, code, id: 'loose', cryptLegacy: false, ...loose },
        { ...app, code, id: 'made', cryptLegacy: false },
      ],
    });
    await administration.provision(file({}));
    expect([await isStrict('loose'), await isStrict('made')]).to.deep.equal([false, true]);
    expect(await administration.provision(file({}))).to.deep.equal([]);
    expect(await administration.provision(file({ cryptStrict: true }))).to.deep.equal(['apps[0]']);
    expect(await isStrict('loose')).to.equal(true);
  });

  it('rejects a duplicate, unknown or invalid application, and removes one', async () => {
    const { access, readers } = await withAdministrator();
    const app = { id: 'tf', permission: 'write', security: 'none' };
    await access.apps.add(by, app);
    expect(await codeOf(access.apps.add(by, app))).to.equal('administration.exists');
    expect((await problemOf(access.apps.add(by, { ...app, id: 'a b' }))).entry).to.equal('application a b "id"');
    expect((await problemOf(access.apps.set(by, 'tf', { lock: { waitSeconds: 101 } }))).entry).to.equal(
      'application tf.lock "waitSeconds"',
    );
    expect((await access.apps.remove(by, 'tf')).id).to.equal('tf');
    expect(await readers.apps.list()).to.deep.equal([]);
    for (const work of [() => access.apps.remove(by, 'tf'), () => access.apps.set(by, 'tf', {})])
      expect(await codeOf(work())).to.equal('administration.unknown');
  });
});

describe('Administering custom fields', () => {
  const field = { on: 'subnets', name: 'custom_env', type: "enum('prod','dev')", default: 'prod' };

  it('adds, changes and removes a custom field with its values', async () => {
    const { access, readers, unitOfWork, audit } = await withAdministrator();
    const subnet = await unitOfWork.run(async ({ sections, subnets }) =>
      subnets.insert(newNetwork(await sections.insert(newSection()), '10.0.0.0/24')),
    );
    expect(await access.customFields.add(by, field)).to.deep.equal({ ...field, nullable: true, comment: '' });
    expect((await readers.subnets.find(subnet))?.custom).to.deep.equal({ custom_env: 'prod' });
    expect(await access.customFields.list(by, 'vlans')).to.deep.equal([]);
    expect(await access.customFields.list(by, 'subnets')).to.have.length(1);
    expect(await codeOf(access.customFields.list(by, 'users'))).to.equal('administration.unknown');
    const changed = await access.customFields.set(by, field, { default: '', comment: 'where' });
    expect(changed).to.deep.equal({ ...field, default: null, nullable: true, comment: 'where' });
    expect(await audit()).to.deep.equal([['edit customField subnets custom_env', '[default]: prod => ', '[comment]:  => where']]);
    await access.customFields.remove(by, field);
    expect((await readers.subnets.find(subnet))?.custom).to.deep.equal({});
    expect(await audit()).to.deep.equal([['delete customField subnets custom_env']]);
  });

  it('rejects a duplicate, unknown or invalid field, and a type that stored values do not fit', async () => {
    const { access, unitOfWork } = await withAdministrator();
    await access.customFields.add(by, field);
    expect(await codeOf(access.customFields.add(by, field))).to.equal('administration.exists');
    expect(await codeOf(access.customFields.remove(by, { on: 'vlans', name: 'custom_env' }))).to.equal('administration.unknown');
    expect((await problemOf(access.customFields.add(by, { ...field, on: 'users' }))).entry).to.equal(
      'custom field users custom_env "on"',
    );
    expect((await problemOf(access.customFields.add(by, { ...field, name: 'mask' }))).entry).to.equal(
      'custom field subnets mask "name"',
    );
    await unitOfWork.run(async ({ sections, subnets }) =>
      subnets.insert(newNetwork(await sections.insert(newSection()), '10.0.0.0/24', { custom: { custom_env: 'dev' } })),
    );
    expect(await problemOf(access.customFields.set(by, field, { type: 'int', default: null }))).to.deep.equal({
      entry: 'custom field subnets custom_env "type"',
      problem: 'does not fit the values of some subnets',
    });
  });
});

describe('Administering tokens', () => {
  it('lists valid tokens under ids that give no access, and revokes one token or all of a user', async () => {
    const { access, readers, grant, audit } = await withAdministrator();
    await access.users.add(by, { username: 'ann', password: 'secret of ann 1' });
    const digests = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
    for (const digest of digests) await grant('ann', digest);
    const rootToken = await grant('root', 'd'.repeat(64));
    await grant('root', 'e'.repeat(64), start);
    const expires = '2024-03-01 12:01:00';
    const unknown = { method: null, clientAddress: null, userAgent: '', created: null, lastUsed: null };
    expect(await access.tokens.list(by, 'ANN')).to.deep.equal(
      ['a', 'b', 'c'].map((letter) => ({ id: letter.repeat(12), user: 'ann', expires, ...unknown })),
    );
    expect((await access.tokens.list(by)).map(({ user }) => user)).to.deep.equal(['root', 'ann', 'ann', 'ann']);
    for (const id of ['', 'a', 'a'.repeat(11), 'f'.repeat(12), '%'.repeat(12)])
      expect(await codeOf(access.tokens.remove(by, id)), id).to.equal('administration.unknown');
    expect(await access.tokens.remove(by, 'a'.repeat(12))).to.deep.equal([
      { id: 'a'.repeat(12), user: 'ann', expires, ...unknown },
    ]);
    expect(await audit()).to.deep.equal([['delete token ann', '[token]: aaaaaaaaaaaa => ']]);
    expect(await access.tokens.removeAllOf(by, 'ann')).to.have.length(2);
    expect(await access.tokens.removeAllOf(by, 'ann')).to.deep.equal([]);
    expect(await readers.tokens.find(rootToken)).not.to.equal(undefined);
    for (const digest of digests) expect(await readers.tokens.find(digest)).to.equal(undefined);
    expect(await codeOf(access.tokens.removeAllOf(by, 'bob'))).to.equal('administration.unknown');
  });
});

describe('The history of administration', () => {
  it('names the changes of a provisioning file and their author, without secrets', async () => {
    const { access, administration } = setUp();
    await administration.provision(full);
    await administration.provision(full);
    const code = 'c'.repeat(32);
    await administration.provision({
      users: [{ ...full.users[0], password: 'another one' }],
      apps: [{ ...full.apps[0], code }],
      customFields: [{ on: 'subnets', name: 'custom_env', drop: true }],
    });
    const entries = await access.audit(by, 99);
    expect(
      entries.map(({ by: author, action, object, objectName }) => `${author}: ${action} ${object} ${objectName}`),
    ).to.deep.equal(
      [
        ...['delete customField subnets custom_env', 'edit app main', 'edit user operator'],
        ...[
          'add customField subnets custom_env',
          'add app main',
          'add user operator',
          'edit group Operators',
          'edit settings null',
        ],
      ].map((said) => `provisioning: ${said}`),
    );
    expect(entries.at(-1)?.differences).to.deep.equal(['[vlanMax]: 4096 => 4000']);
    expect(entries[2]?.differences).to.deep.equal(['[password]: changed']);
    expect(JSON.stringify(entries)).not.to.match(/another one|secret123|c{32}/);
  });

  it('has no entry for a provisioning file whose code matches the stored digest', async () => {
    const { access, administration, readers } = setUp();
    const code = 'c'.repeat(32);
    const document = { apps: [{ id: 'machine', permission: 'write', security: 'static', code }] };
    expect(await administration.provision(document)).to.deep.equal(['apps[0]']);
    expect((await readers.apps.find('machine'))?.codeDigest).to.equal(digestOf(code));
    const before = await access.audit(by, 99);
    expect(await administration.provision(document)).to.deep.equal([]);
    expect(await access.audit(by, 99)).to.deep.equal(before);
    const other = { apps: [{ ...document.apps[0], code: 'd'.repeat(32) }] };
    expect(await administration.provision(other)).to.deep.equal(['apps[0]']);
    expect((await access.audit(by, 1))[0]?.differences).to.deep.equal(['[code]: changed']);
  });

  it('records the first start', async () => {
    const { access, administration } = setUp();
    await administration.firstStart('chosen by me');
    const entries = await access.audit(by, 99);
    expect(
      entries.map(({ by: author, action, object, objectName }) => `${author}: ${action} ${object} ${objectName}`),
    ).to.deep.equal(['Hexipam: add app default', 'Hexipam: add user Admin']);
    expect(JSON.stringify(entries)).not.to.contain('chosen by me');
  });

  it('has no entry for a rejected document', async () => {
    const { access, administration } = setUp();
    const invalid = { ...full, users: [...full.users, { username: 'second', password: 'x', groups: ['Nobodies'] }] };
    await administration.provision(invalid).catch((error: unknown) => expect(error).to.be.instanceOf(IpamError));
    expect(await access.audit(by, 99)).to.deep.equal([]);
  });
});
