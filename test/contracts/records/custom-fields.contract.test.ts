import { expect } from 'chai';
import { type CustomField, customFieldOwners } from '../../../domain/fields/custom-field.js';
import { uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

const newField = (given: Partial<CustomField> = {}): CustomField => ({
  on: 'subnets',
  name: `custom_${uniqueWord()}`,
  type: 'varchar(32)',
  nullable: true,
  default: null,
  comment: '',
  ...given,
});

describeContract('Custom fields', (storage) => {
  const save = (...fields: CustomField[]): Promise<void> =>
    storage.write(async ({ customFields }) => {
      for (const field of fields) await customFields.save(field);
    });
  const listed = async (fields: readonly CustomField[], on?: CustomField['on']): Promise<CustomField[]> => {
    const names = new Set(fields.map(({ name }) => name));
    return (await storage.readers.customFields.list(on)).filter(({ name }) => names.has(name));
  };

  it('store their whole definition', async () => {
    const field = newField({
      on: 'vlans',
      type: `enum('a','it''s','日')`,
      nullable: false,
      default: `it's`,
      comment: 'say "x" \\',
    });
    await save(field);
    expect(await listed([field])).to.deep.equal([field]);
  });

  it('are listed in order of definition', async () => {
    const fields = ['zz', 'aa', 'mm'].map((start) => newField({ name: `${start}_${uniqueWord()}` }));
    await save(...fields);
    expect(await listed(fields)).to.deep.equal(fields);
  });

  it('are listed for one owner', async () => {
    const name = uniqueWord();
    const fields = customFieldOwners.map((on) => newField({ on, name }));
    await save(...fields);
    for (const on of customFieldOwners) expect(await listed(fields, on)).to.deep.equal([newField({ on, name })]);
    expect(await listed(fields)).to.deep.equal(fields);
  });

  it('have the same list position after a change', async () => {
    const [first, second] = [newField(), newField()];
    const changed = { ...first, type: 'text', nullable: false, default: 'x', comment: 'changed' };
    await save(first, second, changed);
    expect(await listed([first, second])).to.deep.equal([changed, second]);
  });

  it('are unique by owner and name', async () => {
    const name = uniqueWord();
    const [onSubnets, onAddresses] = [newField({ name, comment: 's' }), newField({ name, on: 'addresses', comment: 'a' })];
    await save(onSubnets, onAddresses, { ...onAddresses, comment: 'b' });
    expect(await listed([onSubnets])).to.deep.equal([onSubnets, { ...onAddresses, comment: 'b' }]);
  });

  it('are deleted by owner and name, and the deletion returns whether they existed', async () => {
    const name = uniqueWord();
    const [onSubnets, onAddresses] = [newField({ name }), newField({ name, on: 'addresses' })];
    await save(onSubnets, onAddresses);
    expect(await storage.write(({ customFields }) => customFields.delete('subnets', name))).to.equal(true);
    expect(await listed([onSubnets])).to.deep.equal([onAddresses]);
    expect(await storage.write(({ customFields }) => customFields.delete('subnets', name))).to.equal(false);
  });

  it('are last in the list after a deletion and a new definition', async () => {
    const [first, second] = [newField(), newField()];
    await save(first, second);
    await storage.write(({ customFields }) => customFields.delete(first.on, first.name));
    await save(first);
    expect(await listed([first, second])).to.deep.equal([second, first]);
  });
});
