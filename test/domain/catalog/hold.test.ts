import { expect } from 'chai';
import fc from 'fast-check';
import {
  changeOfHold,
  checkSubnetHold,
  holdFrom,
  inputWithHold,
  isHoldOver,
  maxHold,
  splitHold,
} from '../../../domain/fields/hold.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { refusalOf } from '../support/refusal.js';

const at = '2026-02-28 23:59:59';
const until = '2026-03-01 00:10:00';

describe('Holds', () => {
  it('are possible for networks, not for folders', () => {
    const prefix = Prefix.parse('10.0.0.0/24');
    expect(refusalOf(() => checkSubnetHold(prefix, 60))).to.equal(undefined);
    for (const hold of [undefined, 0]) expect(refusalOf(() => checkSubnetHold(null, hold))).to.equal(undefined);
    expect(refusalOf(() => checkSubnetHold(null, 60))?.code).to.equal('hold.folder');
  });

  it('last at least as long as requested, and at most a second longer', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: maxHold }),
      fc.date({ noInvalidDate: true, ...years }),
      (hold, now) => {
        const text = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
        const held = holdFrom(text(now), hold);
        const isOver = (milliseconds: number) => isHoldOver(held, text(new Date(now.getTime() + milliseconds)));
        expect([isOver(hold * 1000), isOver(hold * 1000 + 1000)]).to.deep.equal([false, true]);
      },
    );
    fc.assert(property);
  });

  it('are absent if the duration is missing or 0', () => {
    expect([holdFrom(at, undefined), holdFrom(at, 0)]).to.deep.equal([{ heldUntil: null }, { heldUntil: null }]);
    expect(isHoldOver({ heldUntil: null }, '9999-12-31 23:59:59')).to.equal(false);
  });

  it('are separated from the fields of the record, unless a custom field is named hold', () => {
    expect(splitHold({ hold: '60', hostname: 'a' }, [])).to.deep.equal({ hold: 60, others: { hostname: 'a' } });
    expect(splitHold({ hostname: 'a' }, [])).to.deep.equal({ hold: undefined, others: { hostname: 'a' } });
    expect(splitHold({ hold: '' }, [])).to.deep.equal({ hold: undefined, others: {} });
    expect(splitHold({ hold: 'ship' }, [{ name: 'hold' }])).to.deep.equal({ hold: undefined, others: { hold: 'ship' } });
  });

  for (const [hold, code] of [
    [-1, 'field.range'],
    [maxHold + 1, 'field.range'],
    ['soon', 'field.type'],
    [1.5, 'field.type'],
    [[60], 'field.type'],
  ] as const)
    it(`refuse ${JSON.stringify(hold)} as a number of seconds`, () => {
      expect(refusalOf(() => splitHold({ hold }, []))?.code).to.equal(code);
    });

  it('give a new record the tag Reserved, and refuse other tags', () => {
    expect(inputWithHold({ tag: 2 }, undefined)).to.deep.equal({ tag: 2 });
    expect(inputWithHold({}, 60)).to.deep.equal({ tag: 3 });
    expect(inputWithHold({ tag: '3' }, 60)).to.deep.equal({ tag: 3 });
    expect(refusalOf(() => inputWithHold({ tag: 2 }, 60))?.code).to.equal('hold.tag');
  });

  /** Stored record, sent change, and expected change. */
  const changes = [
    [{ heldUntil: until, tag: 3 }, { hold: 0 }, { heldUntil: null, tag: 2 }],
    [{ heldUntil: until, tag: 4 }, { hold: 0 }, { heldUntil: null }],
    [{ heldUntil: until, tag: 3 }, { hold: 0, tag: 3 }, { heldUntil: null }],
    [{ heldUntil: until, tag: 3 }, { hold: 0, tag: 4 }, { heldUntil: null }],
    [{ heldUntil: until, tag: 3 }, { tag: 2 }, { heldUntil: null }],
    [{ heldUntil: until, tag: 3 }, { tag: 3 }, {}],
    [{ heldUntil: until, tag: 3 }, {}, {}],
    [{ heldUntil: until, tag: 3 }, { hold: 60 }, { heldUntil: '2026-03-01 00:01:00' }],
    [{ heldUntil: null, tag: 2 }, { hold: 0 }, {}],
    [{ heldUntil: null, tag: 2 }, { tag: 4 }, {}],
  ] as const;
  for (const [record, change, expected] of changes)
    it(`result in ${JSON.stringify(expected)} for ${JSON.stringify(record)} with the input ${JSON.stringify(change)}`, () => {
      expect(changeOfHold(record, { hold: undefined, tag: undefined, ...change }, at)).to.deep.equal(expected);
    });

  it('are extended only if they exist, and with no other tag', () => {
    expect(refusalOf(() => changeOfHold({ heldUntil: null, tag: 3 }, { hold: 60, tag: undefined }, at))?.code).to.equal(
      'hold.none',
    );
    expect(refusalOf(() => changeOfHold({ heldUntil: until, tag: 3 }, { hold: 60, tag: 2 }, at))?.code).to.equal('hold.tag');
  });
});

const years = { min: new Date('2000-01-01'), max: new Date('2100-01-01') };
