import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

type AnyRecord = Readonly<Record<string, string | number | null>>;

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly idName: string;
}

interface NamesPart {
  idsFrom(
    kinds: readonly Kind[],
    records: ReadonlyMap<string, readonly AnyRecord[]>,
  ): (
    target: { readonly name: string; readonly refersTo: string },
    text: string,
  ) => { readonly id?: string; readonly mistake?: string };
}

const kinds: readonly Kind[] = [
  { name: 'vlan', title: 'VLANs', idName: 'vlanId' },
  { name: 'location', title: 'locations', idName: 'id' },
];
const records = new Map<string, readonly AnyRecord[]>([
  [
    'vlan',
    [
      { vlanId: 1, number: 20, domainId: 2 },
      { vlanId: 2, number: 20, domainId: 1 },
      { vlanId: 3, number: 30, domainId: 1 },
    ],
  ],
  [
    'l2domain',
    [
      { id: 1, name: 'default' },
      { id: 2, name: 'Campus' },
    ],
  ],
  ['location', ['Graz', '7', 'Vienna', 'vienna', 'Hall', 'Hall', '12', '8', '8'].map((name, index) => ({ id: index + 1, name }))],
]);

describe('Names of records in CSV files of the console', () => {
  let part: NamesPart;
  before(async () => {
    part = await consolePart('features/import/names.ts');
  });

  const found = (name: 'vlan' | 'location', text: string) => {
    const { id, mistake } = part.idsFrom(kinds, records)({ name, refersTo: name }, text);
    return id ?? mistake;
  };

  it('are read as they are written, else in any case', () => {
    expect(['Graz', 'GRAZ', 'Vienna', 'vienna'].map((text) => found('location', text))).to.deep.equal(['1', '1', '3', '4']);
  });

  it('go before ids where they are digits', () => {
    expect(found('location', '12')).to.equal('7');
    expect(found('location', '2')).to.equal('2');
    expect(found('location', '#7')).to.equal('7');
    expect(found('location', 'name:7')).to.equal('2');
    expect(found('location', '7')).to.equal('7 is the name of one of the locations and the id of 12: write name:7 or #7');
    expect(found('location', '8')).to.equal('2 locations are called 8: write #8 or #9');
  });

  it('tell why they mean none', () => {
    expect(found('vlan', '99')).to.equal('there is no VLAN 99');
    expect(found('location', 'Linz')).to.equal('there is no location Linz');
    expect(found('location', 'VIENNA')).to.equal('Vienna and vienna both fit: write it exactly');
    expect(found('vlan', '20')).to.equal('2 VLANs are called 20: write Campus/20 or default/20');
    expect(found('location', 'hall')).to.equal('2 locations are called Hall: write #5 or #6');
  });

  it('are numbers of VLANs, behind their L2 domains where need be', () => {
    expect(['30', 'default/20', 'Campus/20', '#3'].map((text) => found('vlan', text))).to.deep.equal(['3', '2', '1', '3']);
  });
});
