import { expect } from 'chai';
import { membersOf, RecordShape, WireRecord } from '../../../../adapters/http/wire/wire-value.js';

describe('records of answers', () => {
  it('preserve the order of members, including numeric names', () => {
    const record = WireRecord.of({ b: 1, a: 2 });
    record.set('10', 3);
    record.set('9', null);
    expect(membersOf(record)).to.deep.equal([
      ['b', 1],
      ['a', 2],
      ['10', 3],
      ['9', null],
    ]);
  });

  it('preserve the position of a member that changes', () => {
    const record = WireRecord.of({ id: 1, name: 'a' });
    record.set('id', 2);
    expect(membersOf(record)).to.deep.equal([
      ['id', 2],
      ['name', 'a'],
    ]);
  });

  it('have only their own members', () => {
    const record = WireRecord.of({ id: 1 });
    expect(record.get('id')).to.equal(1);
    for (const name of ['toString', '__proto__', 'shape', 'Id']) expect(record.get(name)).to.equal(undefined);
    record.set('__proto__', 'x');
    expect(record.get('__proto__')).to.equal('x');
  });

  it('with the same member names share one shape, and a member that is added to one record is in no other', () => {
    const [one, other] = [WireRecord.of({ id: 1 }), WireRecord.of({ id: 2 })];
    expect(one.shape).to.equal(other.shape);
    one.set('usage', 1);
    expect(other.get('usage')).to.equal(undefined);
    other.set('usage', 2);
    expect(one.shape).to.equal(other.shape);
  });

  it('have a shape for any names, repeated or by the thousand', () => {
    expect(RecordShape.of(['a', 'b', 'a']).names).to.deep.equal(['a', 'b']);
    for (let count = 0; count < 3000; count++) {
      const record = WireRecord.of({ id: count });
      record.set(`field ${count}`, count);
      expect(record.get(`field ${count}`)).to.equal(count);
    }
    expect(RecordShape.of(['id', 'field 7']).names).to.deep.equal(['id', 'field 7']);
  });
});
