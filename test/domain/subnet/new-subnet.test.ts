import { expect } from 'chai';
import { readFields } from '../../../domain/fields/read-fields.js';
import { asNetwork, subnetFields } from '../../../domain/subnet/subnet.js';
import { expectRefusal } from '../support/refusal.js';
import { folderOf, networkAt } from '../support/samples.js';

describe('asNetwork', () => {
  it('returns a network and refuses a folder', () => {
    const network = networkAt('10.0.0.0/24');
    expect(asNetwork(network)).to.equal(network);
    expectRefusal(() => asNetwork(folderOf()), 'subnet.isFolder');
  });
});

describe('a new subnet', () => {
  it('is by default used, without flags and references', () => {
    const { sectionId, tag, threshold, ...others } = readFields(subnetFields, { sectionId: '3' }, 'create');
    expect([sectionId, tag, threshold]).to.deep.equal([3, 2, 0]);
    expect(Object.values(others).every((value) => value === null || value === false)).to.equal(true);
  });

  it('has by default the scan agent and the state of the settings', () => {
    const defaults = { scanAgent: 1, tag: 3 };
    expect(readFields(subnetFields, { sectionId: 3 }, 'create', defaults)).to.include({ scanAgent: 1, tag: 3 });
    expect(readFields(subnetFields, { sectionId: 3, scanAgent: 5, tag: 4 }, 'create', defaults)).to.include({
      scanAgent: 5,
      tag: 4,
    });
  });

  it('needs a section', () => {
    expectRefusal(() => readFields(subnetFields, {}, 'create'), 'field.required', { field: 'sectionId' });
  });
});
