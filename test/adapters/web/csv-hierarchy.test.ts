import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

interface Row {
  readonly line: number;
  readonly item: Readonly<Record<string, unknown>>;
  readonly above?: number;
}

interface HierarchyPart {
  below(rows: readonly Row[], subnets: readonly object[]): Row[];
}

interface Brought {
  readonly done: number;
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

interface BringingPart {
  bring(
    sending: {
      readonly post: (items: readonly Row['item'][]) => Promise<readonly object[]>;
      readonly together: number;
      readonly isKept: boolean;
    },
    rows: readonly Row[],
    tell: (brought: Brought) => void,
  ): Promise<Brought>;
}

describe('Networks of a CSV file that lie inside one another', () => {
  let hierarchy: HierarchyPart;
  let bringing: BringingPart;
  before(async () => {
    hierarchy = await consolePart('features/import/hierarchy.ts');
    bringing = await consolePart('features/import/import-rows.ts');
  });

  const rowsOf = (...networks: string[]): Row[] =>
    networks.map((network, index) => {
      const [subnet, mask, vrfId] = network.split(/[/ ]/);
      return { line: index + 2, item: { subnet, mask, ...(vrfId ? { vrfId } : {}) } };
    });
  const there = [
    { id: 1, subnet: '10.0.0.0', mask: 8, vrfId: null, isFolder: '0' },
    { id: 2, subnet: '10.1.0.0', mask: 16, vrfId: '0', isFolder: '0' },
    { id: 3, subnet: '10.1.3.0', mask: 24, vrfId: '5', isFolder: '0' },
    { id: 4, subnet: '0.0.0.0', mask: '', vrfId: null, isFolder: '1' },
  ];
  const placesOf = (...networks: string[]) =>
    hierarchy.below(rowsOf(...networks), there).map(({ item, above }) => [item.masterSubnetId, above]);

  it('come below the smallest network that is there and contains them, of their VRF', () => {
    expect(placesOf('10.1.3.128/25', '10.2.0.0/16', '10.1.0.0/16', '192.168.0.0/16')).to.deep.equal([
      ['2', undefined],
      ['1', undefined],
      ['1', undefined],
      [undefined, undefined],
    ]);
    expect(placesOf('10.1.3.128/25 5', '10.1.3.128/25 6')).to.deep.equal([
      ['3', undefined],
      [undefined, undefined],
    ]);
  });

  it('come below other rows, in whatever order these stand', () => {
    expect(placesOf('10.1.3.128/25', '10.1.3.0/24', '10.1.0.0/16', '10.1.2.0/23')).to.deep.equal([
      ['2', 3],
      ['2', 5],
      ['1', undefined],
      ['2', undefined],
    ]);
    expect(placesOf('fd00::/8', 'fd00:1::/32', 'fd00:1:0:0::/64', 'x/8', '172.16.0.0/99')).to.deep.equal([
      [undefined, undefined],
      [undefined, 2],
      [undefined, 3],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  const send = async (rows: readonly Row[], isKept: boolean, bad = '') => {
    const parts: (readonly Row['item'][])[] = [];
    let id = 100;
    const post = async (items: readonly Row['item'][]) => {
      parts.push(items);
      return items.map(({ subnet, mask }) =>
        `${subnet}/${mask}` === bad ? { status: 400, message: 'Bad' } : { status: 201, message: 'Created', id: ++id },
      );
    };
    const brought = await bringing.bring({ post, together: 2, isKept }, rows, () => {});
    return {
      brought,
      parts: parts.map((items) => items.map(({ subnet, mask, masterSubnetId }) => `${subnet}/${mask} ${masterSubnetId}`)),
    };
  };
  const nested = () =>
    hierarchy.below(rowsOf('10.1.3.128/25', '10.1.3.0/24', '10.3.0.0/16', '10.4.0.0/16', '10.3.3.0/24', '11.0.0.0/8'), there);

  it('are written behind the rows that they hang from, with the ids of these', async () => {
    expect(await send(nested(), true)).to.deep.equal({
      brought: { done: 6, refused: [] },
      parts: [
        ['10.1.3.0/24 2', '10.3.0.0/16 1'],
        ['10.4.0.0/16 1', '11.0.0.0/8 undefined'],
        ['10.1.3.128/25 101', '10.3.3.0/24 102'],
      ],
    });
  });

  it('are tried out below what is there, apart from the rows that they hang from', async () => {
    const { parts } = await send(nested(), false);
    expect(parts.at(-1)).to.deep.equal(['10.1.3.128/25 2', '10.3.3.0/24 1']);
  });

  it('are refused with the row that they hang from', async () => {
    for (const isKept of [true, false]) {
      const { brought, parts } = await send(nested(), isKept, '10.3.0.0/16');
      expect(brought).to.deep.equal({
        done: 4,
        refused: [
          { line: 4, message: 'Bad' },
          { line: 6, message: 'The network above it, in line 4, is refused' },
        ],
      });
      expect(parts.flat()).to.have.length(5);
    }
    const [, ...others] = nested().reverse(); // the row of 11.0.0.0/8 and one above others were refused before
    const without = others.filter(({ line }) => line !== 3);
    expect((await send(without, true)).brought.refused).to.deep.equal([
      { line: 2, message: 'The network above it, in line 3, is refused' },
    ]);
  });
});
