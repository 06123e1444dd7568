import { expect } from 'chai';
import { StatementCache, type StatementForm } from '../../../../adapters/knex/records/statement-cache.js';
import { knex } from '../../../../adapters/knex/sessions/sql.js';

describe('The statement of a form', () => {
  let built = 0;
  let tests = 0;
  let name = '';
  const build = ({ id }: Readonly<Record<string, { readonly parameter: string }>>) => {
    built += 1;
    return knex('vlans')
      .select('name')
      .where('id', id ?? 0);
  };
  let cache: StatementCache;
  const statementOf = (form: StatementForm) => cache.of(form, build);
  beforeEach(() => {
    built = 0;
    name = `test_kept_${tests++}`; // names are unique in the process
    cache = new StatementCache(2);
  });

  it('is compiled at its first use, and cached under its own name', () => {
    const first = statementOf({ name, form: 'one', isNamed: true });
    expect(statementOf({ name, form: 'one', isNamed: true })).to.equal(first);
    expect(built).to.equal(1);
    expect(first.named.name).to.include(`hexipam_${name}_`);
    expect(first.valuesOf({ id: 7 })).to.deep.equal([7]);
  });

  it('differs for another form, and for servers without prepared statements', () => {
    const cached = statementOf({ name, form: 'two', isNamed: true });
    const other = statementOf({ name, form: 'three', isNamed: true });
    const unnamed = statementOf({ name, form: 'two', isNamed: false });
    expect(new Set([cached, other, unnamed]).size).to.equal(3);
    expect(cached.named.name).not.to.equal(other.named.name);
    expect(unnamed.named.name).to.equal(undefined);
  });

  it('is compiled anew, without a name, if its text depends on a request', () => {
    const form = { name, form: undefined, isNamed: true };
    const [one, other] = [statementOf(form), statementOf(form)];
    expect(one).not.to.equal(other);
    expect(built).to.equal(2);
    expect(one.named.name).to.equal(undefined);
  });

  it('is cached for a limited number of forms: more would mean that they contain data', () => {
    const lookUp = (form: string) => statementOf({ name, form, isNamed: true });
    const [first, second, third] = ['one', 'two', 'three'].map(lookUp);
    expect([lookUp('one'), lookUp('two')]).to.deep.equal([first, second]);
    expect(lookUp('three')).not.to.equal(third);
    expect(third?.named.name).to.equal(undefined);
  });

  it('is replaced, oldest first, for servers without prepared statements', () => {
    const unnamed = (form: string) => statementOf({ name, form, isNamed: false });
    const named = statementOf({ name, form: 'one', isNamed: true });
    const [second, third] = ['two', 'three'].map(unnamed);
    expect([unnamed('three'), statementOf({ name, form: 'one', isNamed: true })]).to.deep.equal([third, named]);
    expect(unnamed('two')).not.to.equal(second);
  });
});
