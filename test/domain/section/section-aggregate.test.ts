import { expect } from 'chai';
import fc from 'fast-check';
import type { PermissionLevel, PermissionMap } from '../../../domain/fields/permission-map.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import type { Section } from '../../../domain/section/section.js';
import { type NewSectionFacts, SectionAggregate, type SectionChangeFacts } from '../../../domain/section/section-aggregate.js';
import { levels } from '../../support/levels.js';
import { type Mistake, reportedOf } from '../support/mistakes.js';
import { sectionOf } from '../support/samples.js';

const noGroups: ReadonlySet<number> = new Set();
const nested = sectionOf({ id: 2, masterSection: 1 });

const create = (input: Input, facts: Partial<NewSectionFacts> = {}) =>
  SectionAggregate.create(input, { definitions: [], defaults: {}, groups: noGroups, master: undefined, ...facts });

describe('A new section', () => {
  it('has the sent values, and by default the strictness of the settings', () => {
    fc.assert(
      fc.property(fc.option(fc.boolean(), { nil: undefined }), fc.boolean(), (sent, strictMode) => {
        const input = { name: 'Customers', ...(sent !== undefined && { strictMode: sent }) };
        expect(create(input, { defaults: { strictMode } }).strictMode).to.equal(sent ?? strictMode);
      }),
    );
  });

  it('accepts permissions only of groups that exist', () => {
    const section = create({ name: 'Customers', permissions: { 3: 2 } }, { groups: new Set([3]) });
    expect(section.permissions).to.deep.equal(levels({ 3: 2 }));
  });

  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<NewSectionFacts>[] = [
      { code: 'field.unknown', input: { nonsense: 1 } },
      { code: 'section.nameTooShort', input: { name: 'ab' } },
      { code: 'section.tooDeep', facts: { master: nested } },
      { code: 'field.tooLong', input: { subnetOrdering: 'x'.repeat(17) } },
      { code: 'permission.groupUnknown', input: { name: 'Customers', permissions: { 3: 1 } } },
    ];
    expect(reportedOf(mistakes, (input, facts) => create({ name: 'Customers', ...input }, facts))).to.deep.equal(
      mistakes.map(({ code }) => code),
    );
  });
});

describe('A change of a section', () => {
  const change = (input: Input, facts: Partial<SectionChangeFacts> = {}, strictMode = false) =>
    new SectionAggregate(sectionOf({ id: 1, strictMode })).change(input, {
      definitions: [],
      groups: noGroups,
      master: undefined,
      hasChildren: false,
      ...facts,
    });

  it('sets the fields that are sent', () => {
    expect(change({ description: 'a' }).changes).to.deep.equal({ description: 'a', custom: {} });
  });

  it('reports becomesStrict only if the section was not strict', () => {
    for (const [before, sent, expected] of [
      [false, true, true],
      [true, true, false],
      [true, false, false],
      [false, undefined, false],
    ] as const)
      expect(change({ order: 1, ...(sent !== undefined && { strictMode: sent }) }, {}, before).becomesStrict).to.equal(expected);
  });

  it('reports the first of several mistakes', () => {
    const mistakes: Mistake<SectionChangeFacts>[] = [
      { code: 'section.nameTooShort', input: { name: 'ab' } },
      { code: 'section.masterOfItself', facts: { master: sectionOf({ id: 1 }) } },
      { code: 'section.tooDeep', facts: { master: sectionOf({ id: 3 }), hasChildren: true } },
      { code: 'field.unknown', input: { name: 'Customers', nonsense: 1 } },
      { code: 'permission.groupUnknown', input: { permissions: { 3: 1 } } },
    ];
    expect(reportedOf(mistakes, change)).to.deep.equal(mistakes.map(({ code }) => code));
  });
});

describe('The permissions of a section', () => {
  const before = levels({ 2: 1, 3: 2 });
  const section = sectionOf({ permissions: before });
  const cases: [what: string, group: number, level: PermissionLevel, of: Section, expected: PermissionMap | null][] = [
    ['get another level of a group', 3, 3, section, levels({ 2: 1, 3: 3 })],
    ['get a further group', 4, 1, section, levels({ 2: 1, 3: 2, 4: 1 })],
    ['lose a group with level 0', 3, 0, section, levels({ 2: 1 })],
    ['are null without a group', 3, 0, sectionOf({ permissions: levels({ 3: 1 }) }), null],
  ];
  for (const [what, group, level, of, permissions] of cases)
    it(what, () => {
      expect(new SectionAggregate(of).setLevel(group, level)).to.deep.equal({ permissions });
      expect(section.permissions).to.equal(before);
    });
});
