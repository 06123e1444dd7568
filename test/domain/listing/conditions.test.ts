import { expect } from 'chai';
import { addressFields } from '../../../domain/address/address.js';
import { device } from '../../../domain/catalog/kind-descriptors.js';
import { meets } from '../../../domain/listing/condition.js';
import { type ListFields, listFieldsOf } from '../../../domain/listing/list-field.js';
import { selected } from '../../../domain/listing/list-query.js';
import { operatorsOf, readCondition } from '../../../domain/listing/read-condition.js';
import { positionOf, readPosition, type Sort, writePosition } from '../../../domain/listing/sort.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { codeOf } from '../support/refusal.js';

const fields: ListFields = listFieldsOf(addressFields, [
  { on: 'addresses', name: 'hostname', type: 'int', nullable: true, default: null, comment: '' },
  { on: 'addresses', name: 'rack', type: 'varchar(20)', nullable: true, default: null, comment: '' },
  { on: 'addresses', name: 'odd', type: 'nothing known', nullable: true, default: null, comment: '' },
]);
const field = (name: string) => fields.get(name) ?? expect.fail(`no field ${name}`);
const noPattern = () => expect.fail('no pattern is compiled');
const condition = (name: string, operator: string, value: string) => readCondition(field(name), operator, value, noPattern);
const record = (id: number, values: object, custom = {}) => ({ id, values: { ...values }, custom });

describe('Conditions of lists', () => {
  it('are possible on visible, comparable fields, including custom fields of known types', () => {
    expect([...fields.keys()]).to.include.members(['id', 'ip', 'hostname', 'tag', 'rack']);
    expect(fields.has('odd')).to.equal(false);
    expect(field('hostname').of).to.equal('field');
    const ofDevices = listFieldsOf(device.fields);
    expect(ofDevices.has('hostname')).to.equal(true);
    expect(ofDevices.has('snmp_community')).to.equal(false);
  });

  it('are refused for operators that the field lacks', () => {
    expect(operatorsOf(field('is_gateway'))).to.deep.equal(['eq', 'ne', 'in', 'null']);
    expect(codeOf(() => condition('is_gateway', 'lt', '1'))).to.equal('list.operatorUnknown');
    expect(codeOf(() => condition('tag', 'prefix', '1'))).to.equal('list.operatorUnknown');
    expect(codeOf(() => condition('hostname', 'constructor', '1'))).to.equal('list.operatorUnknown');
  });

  it('need a value for comparisons', () => {
    for (const operator of ['lt', 'lte', 'gt', 'gte'])
      expect(codeOf(() => condition('tag', operator, ''))).to.equal('list.valueMissing');
  });

  it('have at most a thousand values', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, id) => id + 1).join();
    expect(meets(record(1000, {}), condition('id', 'in', ids(1000)))).to.equal(true);
    expect(codeOf(() => condition('id', 'in', ids(1001)))).to.equal('list.tooManyValues');
  });

  it('compare integers with any integer, even outside of the field limits', () => {
    expect(meets(record(1, { PTR: 3 }), condition('PTR', 'gt', '-5'))).to.equal(true);
    expect(meets(record(1, { tag: 3 }), condition('tag', 'lt', '99999999999'))).to.equal(true);
  });

  it('treat the reference 0 as unset', () => {
    expect(meets(record(1, { deviceId: null }), condition('deviceId', 'eq', '0'))).to.equal(true);
    expect(meets(record(1, { deviceId: 4 }), condition('deviceId', 'eq', '0'))).to.equal(false);
    expect(meets(record(1, { deviceId: null }), condition('deviceId', 'ne', '4'))).to.equal(true);
  });

  it('compare prefixes of MAC addresses in every notation', () => {
    expect(meets(record(1, { mac: '00:11:22:33:44:55' }), condition('mac', 'prefix', '00-11'))).to.equal(true);
  });

  it('use the compiled pattern of a regex', () => {
    const pattern = readCondition(field('ip'), 'regex', 'x', () => (text) => text.endsWith('.7'));
    expect(meets(record(1, { ip: IpAddress.parse('10.0.0.7') }), pattern)).to.equal(true);
    expect(meets(record(1, { ip: null }), pattern)).to.equal(false);
  });
});

describe('Positions in lists', () => {
  const sort: Sort = [
    { field: field('note'), descending: true },
    { field: field('ip'), descending: false },
  ];
  const long = record(7, { note: `${'Ä'.repeat(300)}`, ip: IpAddress.parse('10.0.0.7') });

  it('are short texts, and are unchanged when they are read', () => {
    const text = writePosition(sort, positionOf(sort, long));
    expect(text).to.equal(`["-note,ip","${'ä'.repeat(255)}","10.0.0.7",7]`);
    expect(readPosition(sort, text)).to.deep.equal(positionOf(sort, long));
  });

  it('are refused if they belong to another order or are malformed', () => {
    const bad = [
      'x',
      '{}',
      '[]',
      '["-note,ip","a","10.0.0.7"]',
      '["note,ip","a","10.0.0.7",7]',
      '["-note,ip",1,"10.0.0.7",7]',
      '["-note,ip","a","banana",7]',
      '["-note,ip","a",null,7.5]',
      '["-note,ip","a",null,-1]',
      '["-note,ip","a",null,2147483648]',
      '["-note,ip","\\ud800","10.0.0.7",7]',
      '["-note,ip","\\u0000","10.0.0.7",7]',
      `["-note,ip","${'a'.repeat(1000)}","10.0.0.7",7]`,
    ];
    for (const text of bad)
      expect(
        codeOf(() => readPosition(sort, text)),
        text,
      ).to.equal('list.positionUnknown');
  });

  it('order records with equal values by ascending id, even in a descending order', () => {
    const records = [3, 1, 2].map((id) => record(id, { note: 'Same', ip: null }));
    expect(selected(records, { where: [], sort }).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    const after = positionOf(sort, record(1, { note: 'sAME', ip: null }));
    expect(selected(records, { where: [], sort, after }).map(({ id }) => id)).to.deep.equal([2, 3]);
  });
});
