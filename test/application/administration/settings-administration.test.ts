import { expect } from 'chai';
import { actionOf, type Command } from '../../../adapters/cli/command.js';
import { executeOn } from '../../../adapters/cli/index.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { RandomTokenSource } from '../../../adapters/system/index.js';
import { createAccessAdministration } from '../../../application/access/administration/index.js';
import { commandLineCaller } from '../../../application/caller.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { NotingHasher, problemOf } from '../support/administration.js';
import { startApplication } from '../support/application.js';

const setUp = () => {
  const { readers, unitOfWork, clock } = createMemoryDatabase();
  return { readers, access: createAccessAdministration(readers, unitOfWork, clock, new NotingHasher(), new RandomTokenSource()) };
};

describe('Changes of single settings', () => {
  it('change only the named settings, with an entry in the history', async () => {
    const { readers, access } = setUp();
    await access.settings.set(commandLineCaller, { vlanMax: 4094, scan: { enabled: true } });
    const wanted = { ...defaultSettings, vlanMax: 4094, scan: { ...defaultSettings.scan, enabled: true, onlineTag: 3 } };
    expect(await access.settings.set(commandLineCaller, { scan: { onlineTag: 3 } })).to.deep.equal(wanted);
    expect(await readers.settings.read()).to.deep.equal(wanted);
    expect(
      (await access.audit(commandLineCaller, 10)).map(({ by, object, differences }) => [by, object, ...differences]),
    ).to.deep.equal([
      ['command line', 'settings', '[scan.onlineTag]: 2 => 3'],
      ['command line', 'settings', '[vlanMax]: 4096 => 4094', '[scan.enabled]:  => 1'],
    ]);
  });

  it('are rejected like those of a provisioning file, without any change', async () => {
    const { readers, access } = setUp();
    const refusedSettings = async (changes: object): Promise<string> => {
      const { entry, problem } = await problemOf(access.settings.set(commandLineCaller, { ...changes, vlanMax: 7 }));
      return `${entry} ${problem}`;
    };
    expect(await refusedSettings({ scan: { attempts: 9 } })).to.equal('settings.scan "attempts" must be from 1 to 5');
    expect(await refusedSettings({ scan: { offlineTag: 39 } })).to.equal('settings.scan "offlineTag" must be the id of a tag');
    expect(await refusedSettings({ mail: { enabled: true, sender: 'a@b.example' } })).to.equal(
      'settings.mail "enabled" requires "server"',
    );
    expect(await refusedSettings({ mail: { enabled: true, server: 'mail.example' } })).to.equal(
      'settings.mail "enabled" requires "sender"',
    );
    expect(await readers.settings.read()).to.deep.equal(defaultSettings);
  });

  it('may enable mails after setting the server, which then cannot be emptied', async () => {
    const { access } = setUp();
    await access.settings.set(commandLineCaller, { mail: { server: 'mail.example', sender: 'a@b.example' } });
    await access.settings.set(commandLineCaller, { mail: { enabled: true } });
    const { problem } = await problemOf(access.settings.set(commandLineCaller, { mail: { server: '' } }));
    expect(problem).to.equal('requires "server"');
    await access.settings.set(commandLineCaller, { mail: { enabled: false, server: '' } });
  });

  it('are possible and listed on the command line by options', async () => {
    const { access } = setUp();
    const { scanning, dns, usageRecording, mails } = await startApplication();
    const execute = executeOn({ ...access, scanning, dns, usageRecording, mails });
    const command = { subject: 'settings', operands: [] };
    await execute({ ...command, action: 'set', options: { 'scan.enabled': true, 'scan.program': 'ping', changeLogDays: 30 } });
    const rows = (await execute({ ...command, action: 'list', options: {} })) as { name: string; value: unknown }[];
    const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    expect(values).to.include({
      'scan.enabled': true,
      'scan.program': 'ping',
      'scan.attempts': 2,
      changeLogDays: 30,
      linkField: null,
    });
    expect(values['prefixFields.externalId']).to.equal('csid');
  });

  it('have one option for each setting, and prompt for secrets', () => {
    const namesOf = (settings: object, before = ''): string[] =>
      Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? namesOf(value, `${before}${name}.`)
          : [before + name],
      );
    const options = actionOf({ subject: 'settings', action: 'set' })?.options ?? [];
    const secrets: Readonly<Record<string, string>> = { askDnsKey: 'dns.key', askMailPassword: 'mail.password' };
    const members = options.map(({ member }) => secrets[member] ?? member);
    expect(members.sort()).to.deep.equal(namesOf(defaultSettings).sort());
  });

  it('accept 0 for an unlimited history and for no scan agent', async () => {
    const { access, readers } = setUp();
    const { scanning, dns, usageRecording, mails } = await startApplication();
    const execute = executeOn({ ...access, scanning, dns, usageRecording, mails });
    const set = (options: Command['options']) => execute({ subject: 'settings', action: 'set', operands: [], options });
    await set({ changeLogDays: 0, 'defaults.subnetScanAgent': 0, 'defaults.subnetState': 3, 'webhooks.privateTargets': true });
    expect(await readers.settings.read()).to.deep.include({
      changeLogDays: null,
      defaults: { sectionStrictMode: false, subnetScanAgent: null, subnetState: 3 },
      webhooks: { ...defaultSettings.webhooks, privateTargets: true },
      prefixFields: defaultSettings.prefixFields,
    });
    await set({ 'prefixFields.externalId': 'custom_ref', changeLogDays: 7 });
    expect(await readers.settings.read()).to.deep.include({
      changeLogDays: 7,
      prefixFields: { ...defaultSettings.prefixFields, externalId: 'custom_ref' },
    });
  });

  it('never show the key of the DNS server, nor does the history', async () => {
    const { access, readers } = setUp();
    const { scanning, dns, usageRecording, mails } = await startApplication();
    const execute = executeOn({ ...access, scanning, dns, usageRecording, mails });
    const key = 'a-key-that-nobody-reads';
    const options = { 'dns.server': 'http://127.0.0.1:8081', 'dns.enabled': true, askDnsKey: true };
    const outputs = [
      await execute({ subject: 'settings', action: 'set', operands: [], options, password: key }),
      await execute({ subject: 'settings', action: 'set', operands: [], options: { 'dns.ttl': 60 } }),
      await execute({ subject: 'settings', action: 'list', operands: [], options: {} }),
      await readers.changeLog.audit(10),
    ];
    expect((await readers.settings.read()).dns).to.include({ key, enabled: true, ttl: 60 });
    expect(JSON.stringify(outputs)).to.include('[dns.key]: changed').and.not.include(key);
  });
});
