import { expect } from 'chai';
import { refuseVrfNameOf } from '../../../domain/catalog/vrf-names.js';
import { refusalOf } from '../support/refusal.js';

describe('name of a VRF', () => {
  const other = { id: 4, custom: {}, values: { name: 'Straße' } };
  const cases: [name: string, id: number | undefined, refused: boolean][] = [
    ['Straße', undefined, true],
    ['STRAßE', 5, true],
    ['straße', 4, false],
    ['Strasse', undefined, false],
    ['Straße 2', undefined, false],
  ];
  for (const [name, id, refused] of cases) {
    it(`${name} ${refused ? 'is refused' : 'is free'} for ${id === 4 ? 'the VRF that has it' : 'another VRF'}`, () => {
      expect(refusalOf(() => refuseVrfNameOf(other, name, id))?.code).to.equal(refused ? 'kind.taken' : undefined);
    });
  }
});
