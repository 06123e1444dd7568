import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import { readFields } from '../../../domain/fields/read-fields.js';
import { checkSectionName, type Section, sectionFields } from '../../../domain/section/section.js';
import { SectionAggregate } from '../../../domain/section/section-aggregate.js';
import { expectRefusal, refusalOf } from '../support/refusal.js';
import { sectionOf } from '../support/samples.js';

describe('name of a section', () => {
  for (const name of ['abc', 'Customers', 'äöü', '😀😀😀', 123, '   ']) {
    it(`may be ${JSON.stringify(name)}`, () => {
      expect(refusalOf(() => checkSectionName(name))).to.equal(undefined);
    });
  }

  for (const name of [undefined, null, '', 'a', 'ab', '😀', '😀😀', 12, true, ['abc'], { toString: 1 }, {}]) {
    it(`may not be ${JSON.stringify(name) ?? 'absent'}`, () => {
      expectRefusal(() => checkSectionName(name), 'section.nameTooShort');
    });
  }
});

describe('nesting of sections', () => {
  const top = sectionOf({ id: 1 });
  const nested = sectionOf({ id: 2, masterSection: 1 });
  type Row = [
    what: string,
    master: Section,
    moving: { id: number; hasChildren: boolean } | undefined,
    code: ErrorCode | undefined,
  ];
  const cases: Row[] = [
    ['a new one below a top one', top, undefined, undefined],
    ['a new one below a nested one', nested, undefined, 'section.tooDeep'],
    ['one without children below a top one', top, { id: 3, hasChildren: false }, undefined],
    ['one with children below a top one', top, { id: 3, hasChildren: true }, 'section.tooDeep'],
    ['one below itself', top, { id: 1, hasChildren: false }, 'section.masterOfItself'],
    ['one with children below itself', top, { id: 1, hasChildren: true }, 'section.masterOfItself'],
    ['one below its child', nested, { id: 1, hasChildren: true }, 'section.tooDeep'],
  ];
  for (const [what, master, moving, code] of cases) {
    it(`of ${what} is ${code ?? 'allowed'}`, () => {
      expect(refusalOf(() => new SectionAggregate(master).checkChild(moving))?.code).to.equal(code);
    });
  }
});

describe('order of the subnets of a section', () => {
  const cases: [given: string | null, field: string, descending: boolean][] = [
    [null, 'subnet', false],
    ['', 'subnet', false],
    ['subnet,asc', 'subnet', false],
    ['subnet,desc', 'subnet', true],
    ['description,desc', 'description', true],
    ['vlanId', 'vlanId', false],
    ['nonsense,desc', 'subnet', false],
    ['description,DESC', 'description', false],
  ];
  for (const [subnetOrdering, field, descending] of cases) {
    it(`is by ${field}${descending ? ', descending' : ''} for ${JSON.stringify(subnetOrdering)}`, () => {
      expect(new SectionAggregate(sectionOf({ subnetOrdering })).orderOfSubnets).to.deep.equal({ field, descending });
    });
  }
});

describe('a new section', () => {
  it('is by default not strict, shows only subnets, and is at the top level', () => {
    const values = readFields(sectionFields, { name: 'Customers' }, 'create');
    const shows = { showSubnet: true, showVLAN: false, showVRF: false, showSupernetOnly: false };
    expect(values).to.include({ name: 'Customers', strictMode: false, masterSection: null, order: null, DNS: null, ...shows });
  });

  it('is strict if the settings require it and the caller sends nothing', () => {
    const defaults = { strictMode: true };
    expect(readFields(sectionFields, { name: 'Customers' }, 'create', defaults).strictMode).to.equal(true);
    expect(readFields(sectionFields, { name: 'Customers', strictMode: '0' }, 'create', defaults).strictMode).to.equal(false);
    expect(readFields(sectionFields, { name: 'Customers' }, 'change', defaults)).to.deep.equal({ name: 'Customers' });
  });
});
