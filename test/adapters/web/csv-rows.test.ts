import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

interface Target {
  readonly name: string;
  readonly label: string;
  readonly refersTo?: string;
  readonly isId?: boolean;
  readonly isLong?: boolean;
}

interface Row {
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
  readonly mistake?: string;
}

type IdOf = (target: Target, text: string) => { readonly id: string } | { readonly mistake: string };

interface RowsPart {
  rowsOf(
    table: { readonly rows: readonly (readonly string[])[]; readonly lines: readonly number[] },
    meaning: { readonly fields: readonly string[]; readonly targets: readonly Target[]; readonly idOf: IdOf },
    fixed: () => object,
  ): Row[];
}

interface MistakesPart {
  mistakesIn(sort: 'addresses' | 'subnets', rows: readonly Row[]): { readonly line: number; readonly message: string }[];
}

describe('Rows of CSV files in the console', () => {
  let rows: RowsPart;
  let mistakes: MistakesPart;
  before(async () => {
    rows = await consolePart('features/import/rows.ts');
    mistakes = await consolePart('features/import/mistakes.ts');
  });

  const targets: readonly Target[] = [
    { name: 'cidr', label: 'Network' },
    { name: 'mask', label: 'Prefix length' },
    { name: 'vlan', label: 'VLAN number', refersTo: 'vlan' },
    { name: 'ip', label: 'Address' },
    { name: 'owner', label: 'Owner' },
    { name: 'note', label: 'Note', isLong: true },
    { name: 'linked_subnet', label: 'Linked subnet', isId: true },
  ];
  const idOf: IdOf = (_target, text) => (text === '12' ? { id: '7' } : { mistake: `there is no VLAN ${text}` });
  const rowOf = (values: Readonly<Record<string, string>>) => {
    const table = { rows: [Object.values(values)], lines: [2] };
    return rows.rowsOf(table, { fields: Object.keys(values), targets, idOf }, () => ({}))[0];
  };
  const network = (cidr: string, mask = '') => {
    const row = rowOf({ cidr, mask });
    return row?.mistake ?? `${row?.item.subnet} ${row?.item.mask}`;
  };

  it('are networks with their lengths in one column or in two', () => {
    expect(network('10.50.0.0/24')).to.equal('10.50.0.0 24');
    expect(network('10.50.0.0', '/24')).to.equal('10.50.0.0 24');
    expect(network('10.50.0.0/24', '24')).to.equal('10.50.0.0 24');
    expect(network('10.50.0.0', '24')).to.equal('10.50.0.0 24');
    expect(network('10.50.0.0')).to.equal('10.50.0.0 undefined');
  });

  it('are refused where two columns say different lengths', () => {
    expect(network('10.50.0.0/24', '16')).to.equal('Network says /24, prefix length says 16');
    expect(network('10.50.0.0/24', '255.255.0.0')).to.equal('Network says /24, prefix length says 16');
  });

  it('have masks as lengths where these are masks of IPv4', () => {
    expect(network('10.2.1.0/255.255.255.0')).to.equal('10.2.1.0 24');
    expect(network('10.2.1.0', '255.255.255.128')).to.equal('10.2.1.0 25');
    expect(network('10.2.1.0/24', '255.255.255.0')).to.equal('10.2.1.0 24');
    expect(network('0.0.0.0/0.0.0.0')).to.equal('0.0.0.0 0');
    expect(network('10.2.1.1/255.255.255.255')).to.equal('10.2.1.1 32');
    for (const nonsense of ['255.0.255.0', '0.0.0.255', '255.255.256.0', '24/5'])
      expect(network(`10.2.1.0/${nonsense}`)).to.equal(`10.2.1.0 ${nonsense}`);
    expect(network('fd00::/255.255.0.0')).to.equal('fd00:: 255.255.0.0');
  });

  it('have blanks for line ends in fields of one line', () => {
    const row = rowOf({ ip: '10.0.0.1', owner: 'Ada\r\nLovelace', note: 'a\nb' });
    expect(row?.item).to.deep.equal({ action: 'create', ip: '10.0.0.1', owner: 'Ada Lovelace', note: 'a\nb' });
  });

  it('name other records, and say which of them they cannot', () => {
    expect(rowOf({ vlan: '12' })?.item).to.deep.equal({ action: 'create', vlanId: '7' });
    expect(rowOf({ vlan: '99' })?.mistake).to.equal('VLAN number: there is no VLAN 99');
    expect(rowOf({ linked_subnet: '#5' })?.item).to.deep.equal({ action: 'create', linked_subnet: '5' });
  });

  it('are refused without asking where they lack what they are about, or come twice', () => {
    const item = (line: number, values: Readonly<Record<string, unknown>>): Row => ({ line, item: values });
    const networks = [
      item(2, { subnet: '10.0.0.0', mask: '8' }),
      item(4, { subnet: '10.0.0.0', mask: '8', vrfId: '1' }),
      item(5, { subnet: '10.0.0.0', mask: '8' }),
      item(6, { mask: '8' }),
      { ...item(7, { subnet: '10.1.0.0', mask: '16' }), mistake: 'why' },
    ];
    expect(mistakes.mistakesIn('subnets', networks)).to.deep.equal([
      { line: 5, message: 'The same as line 2' },
      { line: 6, message: 'No network' },
      { line: 7, message: 'why' },
    ]);
    expect(mistakes.mistakesIn('addresses', [item(2, { hostname: 'a' })])).to.deep.equal([{ line: 2, message: 'No address' }]);
  });
});
