import { expect } from 'chai';
import { collect } from '../../support/collect.js';
import { newAddress, newNetwork, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';

describeContract('Searches by a custom field', (storage) => {
  it('find texts ignoring case, also with letters beyond ASCII and special characters, and no other texts', async () => {
    const word = uniqueWord();
    const held = [`Größe ${word}`, `GRÖßE ${word}`, `Grosse ${word}`, `C:\\New "x" ${word}`, `ЖУК ${word}`, `𐐀 ${word}`];
    const { subnets, addresses } = await storage.write(async (to) => {
      const sectionId = await to.sections.insert(newSection());
      const subnets = [];
      const addresses = [];
      const subnetId = await to.subnets.insert(newNetwork(sectionId, '10.0.0.0/24'));
      for (const [n, Csid] of held.entries()) {
        subnets.push(await to.subnets.insert({ ...newNetwork(sectionId, `10.1.${n}.0/24`), custom: { Csid } }));
        addresses.push(await to.addresses.insert({ ...newAddress(subnetId, `10.0.0.${n + 1}`), custom: { Csid } }));
      }
      return { subnets, addresses };
    });
    const found = async (value: string, ignoresCase = true) => {
      const custom = { field: 'Csid', value, ignoresCase };
      const listed = await collect(storage.readers.subnets.list({ custom, order: { by: 'id' } }));
      const places = listed.map(({ subnet }) => subnets.indexOf(subnet.id));
      const ofAddresses = await collect(storage.readers.addresses.list({ custom, order: 'id' }));
      expect(ofAddresses.map(({ id }) => addresses.indexOf(id))).to.deep.equal(places);
      return places;
    };
    expect(await found(`grÖßE ${word}`)).to.deep.equal([0, 1]);
    expect(await found(`GRÖSSE ${word}`)).to.deep.equal([]);
    expect(await found(`c:\\nEW "X" ${word}`)).to.deep.equal([3]);
    expect(await found(`жук ${word}`)).to.deep.equal([4]);
    expect(await found(`𐐨 ${word}`)).to.deep.equal([5]);
    expect(await found(`größe ${word}`, false)).to.deep.equal([]);
    expect(await found(`Größe ${word}`, false)).to.deep.equal([0]);
  });
});
