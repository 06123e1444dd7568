import { expect } from 'chai';
import type { ErrorCode } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { Prefix } from '../../../domain/net/prefix.js';
import { collect } from '../../support/collect.js';
import { levels } from '../../support/levels.js';
import { anyone } from '../support/application.js';
import { at, entry, everyLevel, group, type Inventory, member, outcomeFor, startInventory, tally } from '../support/inventory.js';

/** A section with only the name sent. */
const plain = {
  description: null,
  masterSection: null,
  permissions: null,
  strictMode: false,
  subnetOrdering: null,
  order: null,
  editDate: null,
  showSubnet: true,
  showVLAN: false,
  showVRF: false,
  showSupernetOnly: false,
  DNS: null,
  custom: {},
};

describe('Sections', () => {
  let world: Inventory;
  const create = (input: Input) => world.sections.create(anyone, input);
  beforeEach(async () => {
    world = await startInventory();
  });

  describe('creates a section', () => {
    it('with the sent fields, and defaults for the others', async () => {
      const { sections, sectionId } = world;
      expect(await sections.read(anyone, sectionId)).to.deep.equal({ id: sectionId, name: 'Section', ...plain });
      const id = await create({
        ...{ name: 'Inner', description: 'in it', masterSection: String(sectionId), permissions: '{"2":"3"}', strictMode: '1' },
        ...{ subnetOrdering: 'vlanId,desc', order: '7', showSubnet: 0, showVLAN: true, DNS: '3' },
      });
      expect(await sections.read(anyone, id)).to.deep.equal({
        ...{ ...plain, id, name: 'Inner', description: 'in it', masterSection: sectionId, permissions: levels({ 2: 3 }) },
        ...{ strictMode: true, subnetOrdering: 'vlanId,desc', order: 7, showSubnet: false, showVLAN: true, DNS: '3' },
      });
    });

    it('in strict mode if the settings require it and the request does not say otherwise', async () => {
      await world.provision({ settings: { defaults: { sectionStrictMode: true } } });
      const ids = [await create({ name: 'Silent' }), await create({ name: 'Lenient', strictMode: 0 })];
      const read = await Promise.all(ids.map((id) => world.sections.read(anyone, id)));
      expect(read.map(({ strictMode }) => strictMode)).to.deep.equal([true, false]);
    });

    it('with custom fields and their defaults', async () => {
      const text = { on: 'sections', type: 'varchar(8)' };
      await world.provision({
        customFields: [
          { ...text, name: 'custom_site', default: 'here' },
          { ...text, name: 'custom_note' },
        ],
      });
      const id = await create({ name: 'Marked', custom_note: 'x' });
      expect((await world.sections.read(anyone, id)).custom).to.deep.equal({ custom_site: 'here', custom_note: 'x' });
    });

    it('with a history entry of every value', async () => {
      const id = await create({ name: 'New', description: 'text', strictMode: 1 });
      expect(await world.sections.changes(anyone, id, 10)).to.deep.equal([
        entry('section', id, 'add', [
          ...['[name]:  => New', '[description]:  => text'],
          ...['[strictMode]:  => 1', '[showSubnet]:  => 1'],
        ]),
      ]);
    });
  });

  type Refusal = readonly [title: string, input: Input, code: ErrorCode, details?: object];

  const refused: readonly Refusal[] = [
    ['a name that is too short', { name: 'ab' }, 'section.nameTooShort'],
    ['a name that is not text', { name: ['abc'] }, 'section.nameTooShort'],
    ['a duplicate name', { name: 'Section' }, 'section.nameTaken', { name: 'Section' }],
    ['a name that differs from another only in case', { name: 'sECTION' }, 'section.nameTaken', { name: 'sECTION' }],
    ['a name that is too long', { name: 'n'.repeat(129) }, 'field.tooLong', { field: 'name', max: 128 }],
    ['control characters', { name: 'new', description: 'a\u0007' }, 'field.control', { field: 'description' }],
    ['an unknown member', { name: 'new', nope: 1 }, 'field.unknown', { field: 'nope' }],
    ['an order that is not a number', { name: 'new', order: 'x' }, 'field.type', { field: 'order', expected: 'integer' }],
    ['an unknown parent', { name: 'new', masterSection: 39 }, 'field.reference', { field: 'masterSection', id: '39' }],
    [
      'a parent that is not a number',
      { name: 'new', masterSection: 'x' },
      'field.reference',
      { field: 'masterSection', id: 'x' },
    ],
  ];

  for (const [title, input, code, details] of refused) {
    it(`rejects ${title} at creation and in changes, without any change`, async () => {
      const id = await create({ name: 'Existing' });
      await world.expectRefused(() => create(input), code, details);
      await world.expectRefused(() => world.sections.change(anyone, id, input), code, details);
    });
  }

  it('rejects a section without a name, and a required custom field without a value', async () => {
    await world.expectRefused(() => create({ description: 'nameless' }), 'section.nameTooShort');
    const customFields = [{ on: 'sections', name: 'custom_must', type: 'varchar(8)', nullable: false, default: 'x' }];
    await world.provision({ customFields });
    await world.expectRefused(() => create({ name: 'new', custom_must: null }), 'field.required', { field: 'custom_must' });
  });

  it('allows only one level of child sections', async () => {
    const inner = await create({ name: 'Inner', masterSection: world.sectionId });
    const other = await create({ name: 'Other' });
    await world.expectRefused(() => create({ name: 'Third', masterSection: inner }), 'section.tooDeep');
    await world.expectRefused(() => world.sections.change(anyone, other, { masterSection: inner }), 'section.tooDeep');
    const below = () => world.sections.change(anyone, world.sectionId, { masterSection: other });
    await world.expectRefused(below, 'section.tooDeep');
    const self = () => world.sections.change(anyone, other, { masterSection: other });
    await world.expectRefused(self, 'section.masterOfItself');
  });

  describe('changes a section', () => {
    it('in the sent fields, and leaves the rest', async () => {
      const { sections, sectionId } = world;
      const before = await sections.read(anyone, sectionId);
      await sections.change(anyone, sectionId, { description: 'new', showSubnet: '0', permissions: { 2: 'ro' } });
      expect(await sections.read(anyone, sectionId)).to.deep.equal({
        ...{ ...before, description: 'new', showSubnet: false, permissions: levels({ 2: 1 }), editDate: at },
      });
    });

    it('with a history entry of only the changed fields, and none without a change', async () => {
      const { sections, sectionId } = world;
      const [added] = await sections.changes(anyone, sectionId, 10);
      await sections.change(anyone, sectionId, { name: 'Section', showVLAN: 0, description: '' });
      expect(await sections.changes(anyone, sectionId, 10)).to.deep.equal([added]);
      await sections.change(anyone, sectionId, { name: 'Section', showVLAN: 1, description: 'new' });
      expect(await sections.changes(anyone, sectionId, 10)).to.deep.equal([
        entry('section', sectionId, 'edit', ['[description]:  => new', '[showVLAN]:  => 1']),
        added,
      ]);
      expect(await sections.changes(anyone, sectionId, 1)).to.have.length(1);
    });

    it('when it moves below a parent and out of it again', async () => {
      const id = await create({ name: 'Movable' });
      await world.sections.change(anyone, id, { masterSection: world.sectionId });
      expect(await world.sections.read(anyone, id)).to.include({ masterSection: world.sectionId });
      await world.sections.change(anyone, id, { masterSection: 0 });
      expect(await world.sections.read(anyone, id)).to.include({ masterSection: null });
    });

    it('when its name changes only in case', async () => {
      await world.sections.change(anyone, world.sectionId, { name: 'SECTION' });
      expect((await world.sections.readByName(anyone, 'section')).name).to.equal('SECTION');
    });

    it('unless no field is sent, or the section is unknown', async () => {
      await world.expectRefused(() => world.sections.change(anyone, world.sectionId, {}), 'record.nothingToChange');
      await world.expectRefused(() => world.sections.change(anyone, 39, { name: 'New' }), 'section.unknown', { id: 39 });
    });
  });

  it('finds sections by id and by name in any case', async () => {
    const { sections, sectionId } = world;
    expect(await sections.readByName(anyone, 'sEcTiOn')).to.deep.equal(await sections.read(anyone, sectionId));
    await world.expectRefused(() => sections.read(anyone, 39), 'section.unknown', { id: 39 });
    await world.expectRefused(() => sections.readByName(anyone, 'None'), 'section.unknown', { name: 'None' });
    await world.expectRefused(() => sections.changes(anyone, 39, 10), 'section.unknown', { id: 39 });
  });

  it('lists sections by their order, first those without', async () => {
    for (const [name, order] of [
      ['Third', 30],
      ['First', 1],
      ['Second', 2],
    ] as const)
      await create({ name, order });
    await create({ name: 'Another' });
    const names = (await collect(world.sections.list(anyone))).map(({ name }) => name);
    expect(names).to.deep.equal(['Another', 'Section', 'First', 'Second', 'Third']);
  });

  it('deletes a section with its child sections, their subnets and addresses, and nothing else', async () => {
    const { sections, subnets, addresses, sectionId } = world;
    const inner = await create({ name: 'Inner', masterSection: sectionId });
    const other = await create({ name: 'Other' });
    const place = async (id: number, subnet: string) => {
      const placed = await subnets.create(anyone, Prefix.parse(`${subnet}/24`), { sectionId: id });
      await addresses.create(anyone, { subnetId: placed.id, ip: subnet.replace(/0$/, '1') });
      return placed.id;
    };
    await place(sectionId, '10.0.0.0');
    await place(inner, '10.0.1.0');
    const remainingId = await place(other, '10.0.2.0');
    await sections.delete(anyone, sectionId);
    const left = await world.dump();
    expect(left.sections.map(({ id }) => id)).to.deep.equal([other]);
    expect(left.subnets.map(({ id }) => id)).to.deep.equal([remainingId]);
    expect(left.addresses.map(({ ip }) => String(ip))).to.deep.equal(['10.0.2.1']);
    expect((await world.historyOf('section', sectionId))[0]).to.deep.equal(entry('section', sectionId, 'delete'));
    await world.expectRefused(() => sections.delete(anyone, sectionId), 'section.unknown', { id: sectionId });
  });

  it('changes nothing when its last write fails', async () => {
    await world.expectUndone(() => create({ name: 'New' }));
    await world.expectUndone(() => world.sections.change(anyone, world.sectionId, { description: 'new' }));
    await world.expectUndone(() => world.sections.delete(anyone, world.sectionId));
  });

  it('gives a name once to concurrent requests', async () => {
    const { done, refused } = await tally(Array.from({ length: 10 }, () => create({ name: 'Wanted' })));
    expect([done, new Set(refused)]).to.deep.equal([1, new Set(['section.nameTaken'])]);
    const names = (await collect(world.sections.list(anyone))).map(({ name }) => name);
    expect(names.filter((name) => name === 'Wanted')).to.have.length(1);
  });

  describe('for callers with groups', () => {
    for (const level of everyLevel) {
      const seen = level === 0 ? 'section.unknown' : 'done';
      const changed = level === 0 ? 'section.unknown' : level === 3 ? 'done' : 'permission.denied';
      it(`at level ${level}: reading gives ${seen}, changing ${changed}`, async () => {
        const { sections, sectionId } = world;
        await world.grant(level);
        const before = await world.dump();
        expect(await outcomeFor((caller) => sections.read(caller, sectionId))).to.equal(seen);
        expect(await outcomeFor((caller) => sections.changes(caller, sectionId, 1))).to.equal(seen);
        expect(await outcomeFor((caller) => sections.readByName(caller, 'Section'))).to.equal(
          level === 0 ? 'section.unknown' : 'done',
        );
        expect(await collect(sections.list(member))).to.have.length(level === 0 ? 0 : 1);
        expect(await outcomeFor((caller) => sections.create(caller, { name: 'Inner', masterSection: sectionId }))).to.equal(
          level === 0 ? 'field.reference' : changed,
        );
        expect(await outcomeFor((caller) => sections.change(caller, sectionId, { description: 'new' }))).to.equal(changed);
        expect(await outcomeFor((caller) => sections.delete(caller, sectionId))).to.equal(changed);
        if (level < 3) expect(await world.dump()).to.deep.equal(before);
      });
    }

    it('no section is created at the top, at any level', async () => {
      await world.grant(3);
      await world.expectRefused(() => world.sections.create(member, { name: 'Mine' }), 'permission.denied');
    });

    it('a section moves only below one with write access', async () => {
      const id = await create({ name: 'Movable', permissions: { [group]: 3 } });
      await world.expectRefused(() => world.sections.change(member, id, { masterSection: world.sectionId }), 'field.reference', {
        field: 'masterSection',
        id: String(world.sectionId),
      });
      await world.grant(2);
      const move = () => world.sections.change(member, id, { masterSection: world.sectionId });
      await world.expectRefused(move, 'permission.denied');
      await world.grant(3);
      await move();
      expect(await world.sections.read(anyone, id)).to.include({ masterSection: world.sectionId });
    });
  });
});
