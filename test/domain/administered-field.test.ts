import { expect } from 'chai';
import { defaultSettings, publicSettings, settingFields, withoutSecrets } from '../../domain/access/settings.js';
import { defaultsOf, defineAdministered, inOrder, mergeMembers, nestValues } from '../../domain/fields/administered-field.js';

const fields = defineAdministered({
  id: { type: 'integer', readOnly: true, meaning: 'Number.' },
  name: { type: 'text', max: 9, required: true, meaning: 'Name.' },
  'limits.max': { type: 'integer', default: 7, meaning: 'Upper limit.' },
  'limits.strict': { type: 'flag', meaning: 'Whether the limit is strict.' },
  kinds: { type: 'texts', meaning: 'Kinds.' },
  until: { type: 'timestamp', nullable: true, meaning: 'End.' },
  comment: { type: 'multiline', max: 9, meaning: 'Comment.' },
});

describe('Administered fields', () => {
  it('have default values for a new record, unless they are required', () => {
    const limits = { max: 7, strict: false };
    expect(defaultsOf(fields)).to.deep.equal({ limits, kinds: [], until: null, comment: '' });
  });

  it('change only the sent members of an object', () => {
    const stored = { name: 'a', limits: { max: 3, strict: true } };
    const changed = mergeMembers(fields, stored, { comment: 'b', limits: { max: 4 } });
    expect(changed).to.deep.equal({ name: 'a', comment: 'b', limits: { max: 4, strict: true } });
  });

  it('can be reordered, with all members of an object together', () => {
    const names = Object.keys(inOrder(fields, 'comment', 'limits'));
    expect(names).to.deep.equal(['comment', 'limits.max', 'limits.strict', 'id', 'name', 'kinds', 'until']);
  });

  it('nest only names of known fields', () => {
    const values = nestValues([['a.b', 1] as const, ['c.d', 2] as const], (name) => name === 'a.b');
    expect({ ...values }).to.deep.equal({ a: { b: 1 }, 'c.d': 2 });
  });
});

describe('Settings that are secrets', () => {
  const { dns, mail } = defaultSettings;
  const settings = { ...defaultSettings, dns: { ...dns, key: 'topsecret' }, mail: { ...mail, password: 'topsecret' } };

  it('are shown as "(set)", and are missing in change documents', () => {
    expect(settingFields['dns.key'].hidden).to.equal(true);
    const shown = { dns: { ...dns, key: '(set)' }, mail: { ...mail, password: '(set)' } };
    expect(publicSettings(settings)).to.deep.equal({ ...settings, ...shown });
    const { key: _, ...openDns } = dns;
    const { password: __, ...openMail } = mail;
    expect(JSON.parse(JSON.stringify(withoutSecrets(settings)))).to.deep.equal({ ...settings, dns: openDns, mail: openMail });
  });
});
