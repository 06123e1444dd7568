import { expect } from 'chai';
import { WireListFields } from '../../../../adapters/http/wire/list-fields.js';
import { readListParameters } from '../../../../adapters/http/wire/list-parameters.js';
import { readQueryParameters } from '../../../../adapters/http/wire/parameters.js';
import { addressFields } from '../../../../domain/address/address.js';
import { IpamError } from '../../../../domain/errors.js';
import { subnetFields } from '../../../../domain/subnet/subnet.js';
import { codeOf } from '../../../domain/support/refusal.js';
import { requestErrorOf } from '../support/refusals.js';

/** The code of the IpamError that a promise is rejected with. */
const refusedCode = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof IpamError ? error.code : 'another error'),
  );

const parametersOf = (query: string) => readListParameters(readQueryParameters(query));

describe('List parameters', () => {
  it('are undefined when the query has none', () => {
    expect(parametersOf('links=false&filter_by=a&filter_value=b&id=4')).to.equal(undefined);
  });

  it('are read from parameter names or from an object of a body', () => {
    const where = [
      { field: 'hostname', operator: 'prefix', value: 'web' },
      { field: 'tag', operator: 'in', value: '2,4' },
      { field: 'owner', operator: 'eq', value: 'ann' },
    ];
    const query = 'filter[hostname][prefix]=web&filter[tag][in]=2,4&filter[owner]=ann';
    expect(parametersOf(query)?.where).to.deep.include.members(where);
    const filter = { hostname: { prefix: 'web' }, tag: { in: [2, '4'] }, owner: 'ann' };
    expect(readListParameters({ filter })?.where).to.deep.equal(where);
    const twice = [
      { field: 'a', operator: 'ne', value: '1' },
      { field: 'a', operator: 'ne', value: '2' },
      { field: 'b', operator: 'in', value: '1,2,3' },
    ];
    expect(parametersOf('filter[a][ne]=1&filter[b][in]=1,2&filter[a][ne]=2&filter[b][in]=3')?.where).to.deep.equal(twice);
    expect(readListParameters({ filter: { a: { ne: [1, 2] }, b: { in: ['1,2', 3] } } })?.where).to.deep.equal(twice);
    expect(parametersOf('limit=5&after=x&count=true&sort=-a,b&fields=c, d')).to.deep.equal({
      limit: 5,
      after: 'x',
      counts: true,
      sort: [
        { field: 'a', descending: true },
        { field: 'b', descending: false },
      ],
      where: [],
      fields: ['c', 'd'],
    });
  });

  it('contain each name once, however often it is sent', () => {
    expect(parametersOf(`fields=${'ip,'.repeat(9000)}id, ip`)?.fields).to.deep.equal(['ip', 'id']);
    expect(readListParameters({ fields: Array(9000).fill('ip') })?.fields).to.deep.equal(['ip']);
    expect(parametersOf(`sort=${'-ip,'.repeat(9000)}`)?.sort).to.deep.equal([{ field: 'ip', descending: true }]);
  });

  it('allow 8 regular expressions, each compiled in its own turn of the event loop', async () => {
    const fields = new WireListFields(addressFields, {}, [], { nestsCustom: false });
    const regexes = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ field: 'hostname', operator: 'regex', value: `${n}` }));
    let turns = 0;
    const count = (): void => {
      turns++;
      pulse = setImmediate(count);
    };
    let pulse = setImmediate(count);
    expect(await fields.conditions(regexes(8))).to.have.length(8);
    clearImmediate(pulse);
    expect(turns).to.be.at.least(8);
    expect(await refusedCode(fields.conditions(regexes(9)))).to.equal('list.tooManyPatterns');
  });

  it('limit the number of compared values, also of addresses that match many networks', async () => {
    const fields = new WireListFields(subnetFields, {}, [], { nestsCustom: false });
    const among = (value: string) => ({ field: 'subnet', operator: 'in', value });
    const wide = Array.from({ length: 1000 }, (_, n) => `${n.toString(16)}::`);
    const [repeated] = await fields.conditions([among('::,'.repeat(9000))]);
    expect(repeated).to.have.property('values').with.length(129);
    expect(await refusedCode(fields.conditions([among(wide.join())]))).to.equal('list.tooManyValues');
    const some = wide.slice(0, 40).join();
    expect(await refusedCode(fields.conditions(Array(20).fill(among(some))))).to.equal('list.tooManyValues');
    expect(await refusedCode(fields.conditions([among(','.repeat(100_000))]))).to.equal('list.tooManyValues');
  });

  it('are refused in a wrong form', () => {
    for (const limit of ['0', '1001', '1e3', '-1', 'x'])
      expect(codeOf(() => parametersOf(`limit=${limit}`))).to.equal('list.limit');
    for (const filter of ['filter=x', 'filter[]=x', 'filter[a][b][c]=x', 'filter[a]b=x', 'filter['])
      expect(requestErrorOf(() => parametersOf(filter))?.code, filter).to.equal('list.filterForm');
    for (const filter of [{ a: { eq: {} } }, { a: ['1', '2'] }, { a: { ne: [{}] } }])
      expect(requestErrorOf(() => readListParameters({ filter }))?.code).to.equal('list.filterForm');
    const many = Array.from({ length: 101 }, (_, n) => String(n));
    expect(codeOf(() => readListParameters({ filter: { a: { ne: many } } }))).to.equal('list.tooManyConditions');
    expect(requestErrorOf(() => parametersOf('filter_by=a&filter_value=b&limit=1'))?.code).to.equal('list.twoFilters');
    expect(requestErrorOf(() => parametersOf('count=2'))?.code).to.equal('parameter.yesOrNo');
  });

  it('must name fields and members of the records', () => {
    const fields = new WireListFields(addressFields, {}, [], { nestsCustom: false });
    const named = (field: string) => ({ field, descending: false });
    expect(codeOf(() => fields.sort([named('colour')]))).to.equal('list.fieldUnknown');
    expect(codeOf(() => fields.sort(['ip', 'id', 'tag', 'mac', 'note'].map(named)))).to.equal('list.sortTooLong');
    expect(requestErrorOf(() => fields.checkMembers(['ip', 'colour']))?.code).to.equal('list.memberUnknown');
    expect(requestErrorOf(() => fields.checkMembers(['ip', 'id', 'links']))?.code).to.equal(undefined);
  });
});
