import { expect } from 'chai';
import { consolePart } from './support/console-parts.js';

interface Target {
  readonly name: string;
  readonly label: string;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isReadOnly: boolean;
  readonly refersTo: string | null;
}

interface ColumnsPart {
  targetsOf(sort: 'addresses' | 'subnets', fields: readonly Field[]): Target[];
  guessedFields(titles: readonly string[], targets: readonly Target[]): string[];
  leftOutText(titles: readonly string[], fields: readonly string[], targets: readonly Target[]): string;
  doublesText(titles: readonly string[]): string;
}

describe('Columns of CSV files in the console', () => {
  let part: ColumnsPart;
  before(async () => {
    part = await consolePart('features/import/columns.ts');
  });

  const field = (name: string, refersTo: string | null = null): Field => ({ name, type: 'text', isReadOnly: false, refersTo });
  const leftOut = (titles: readonly string[]) => {
    const targets = part.targetsOf('addresses', [field('ip'), field('hostname')]);
    return part.leftOutText(titles, part.guessedFields(titles, targets), targets);
  };

  it('are named where they are left out', () => {
    expect(leftOut(['ip', 'Name'])).to.equal('');
    expect(leftOut(['ip', 'parent'])).to.equal('1 column is left out: parent');
    expect(leftOut(['section', 'ip', 'parent', ''])).to.equal('3 columns are left out: section, parent, Column 4');
  });

  it('are left out where another one is taken in their place, which is said', () => {
    expect(leftOut(['ip', 'host', 'name'])).to.equal('1 column is left out: name (column 2 is Host name already)');
  });

  it('are told where their titles come twice', () => {
    expect(part.doublesText(['ip', 'name', '', ''])).to.equal('');
    expect(part.doublesText(['ip', 'name', 'ip', 'ip'])).to.equal('Several columns have the same title: ip');
  });

  it('are the state of a network by the name that writes have for it', () => {
    const names = (sort: 'addresses' | 'subnets') => part.targetsOf(sort, [field('tag', 'tag')]).map(({ name }) => name);
    expect(names('addresses')).to.include('tag');
    expect(names('subnets')).to.include('state').and.not.include('tag');
    for (const title of ['tag', 'State', 'status'])
      expect(part.guessedFields([title], part.targetsOf('subnets', [field('tag', 'tag')]))).to.deep.equal(['state']);
  });
});
