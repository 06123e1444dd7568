import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { applyFilter, type Filter, readFilter, whileAwaited } from '../../../../adapters/http/wire/filter.js';
import { readQueryParameters } from '../../../../adapters/http/wire/parameters.js';
import type { WireObject, WireRecord, WireValue } from '../../../../adapters/http/wire/wire-value.js';
import { collect } from '../../../support/collect.js';
import { ObservedList, plain, recordsOf } from '../support/lists.js';
import { expectRequestError, rejectionOf } from '../support/refusals.js';

const filterOf = (query: string) => readFilter(readQueryParameters(query));
const full = (field: string, value: string): Filter => ({ field, value, match: 'full' });

async function passing(filter: Filter, records: Iterable<WireObject>): Promise<WireObject[]> {
  return plainly(await applyFilter(filter, observed(records)));
}

const observed = (records: Iterable<WireObject>) => new ObservedList(recordsOf(records));

const plainly = async (list: AsyncIterable<WireRecord>): Promise<WireObject[]> => (await collect(list)).map(plain);

describe('filter parameters', () => {
  it('are not a filter without filter_by', () => {
    expect(filterOf('')).to.equal(undefined);
    expect(filterOf('filter_value=x&filter_match=regex')).to.equal(undefined);
    expect(readFilter({ filter_by: null, filter_value: 'x' })).to.equal(undefined);
  });

  it('match the full value by default', () => {
    expect(filterOf('filter_by=name&filter_value=a+b')).to.deep.equal(full('name', 'a b'));
    expect(filterOf('filter_by=name&filter_value=0&filter_match=partial')).to.deep.equal({
      field: 'name',
      value: '0',
      match: 'partial',
    });
    expect(readFilter({ filter_by: 'vlanId', filter_value: 5, filter_match: null })).to.deep.equal(full('vlanId', '5'));
    expect(readFilter({ filter_by: 'isFolder', filter_value: true })).to.deep.equal(full('isFolder', '1'));
  });

  it('must carry a value', () => {
    expectRequestError(() => filterOf('filter_by=name'), 'filter.valueMissing');
    expectRequestError(() => readFilter({ filter_by: 'name', filter_value: null }), 'filter.valueMissing');
    expectRequestError(() => filterOf('filter_by=name&filter_value[a]=1'), 'filter.valueMissing');
    expectRequestError(() => filterOf('filter_by=name&filter_value='), 'filter.valueEmpty');
    expectRequestError(() => readFilter({ filter_by: 'name', filter_value: false }), 'filter.valueEmpty');
  });
});

describe('filters', () => {
  const records: WireObject[] = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
    { id: 3, name: 'a', extra: 'x' },
  ];
  const refused: [name: string, filter: Filter, items: WireObject[], code: string][] = [
    ['a field that the first record lacks', full('extra', 'x'), records, 'filter.fieldUnknown'],
    ['an inherited member', full('toString', 'x'), records, 'filter.fieldUnknown'],
    ['__proto__', full('__proto__', 'x'), records, 'filter.fieldUnknown'],
    ['an unknown field before an unknown match', { field: 'no', value: 'x', match: 'no' }, records, 'filter.fieldUnknown'],
    ['an unknown field before a bad expression', { field: 'no', value: 'x', match: 'regex' }, records, 'filter.fieldUnknown'],
    ['an unknown match', { field: 'name', value: 'a', match: 'Full' }, records, 'filter.matchUnknown'],
    ['an empty match', { field: 'name', value: 'a', match: '' }, records, 'filter.matchUnknown'],
    ['a bad expression', { field: 'name', value: '/(/', match: 'regex' }, records, 'filter.regexInvalid'],
    ['no match', full('name', 'zzz'), records, 'filter.nothing'],
    ['an empty list', full('name', 'a'), [], 'filter.nothing'],
    ['an empty list and an unknown match', { field: 'name', value: 'a', match: 'x' }, [], 'filter.matchUnknown'],
  ];
  for (const [name, filter, items, code] of refused) {
    it(`refuse ${name}`, async () => {
      const source = observed(items);
      expect(await rejectionOf(applyFilter(filter, source))).to.equal(code);
      expect(source.ended).to.equal(true);
    });
  }

  const loose: [value: WireValue, wanted: string, equal: boolean][] = [
    [1, '1', true],
    [1, '01', true],
    ['1', '1.0', true],
    ['01', '1', true],
    [' 1', '1 ', true],
    ['1e3', '1000', true],
    [0, '-0', true],
    ['0.50', '.5', true],
    [0.5, '0.5', true],
    ['10', '1', false],
    [1, 'a1', false],
    ['abc', 'ABC', false],
    ['abc', 'abc', true],
    ['abc', '0', false],
    ['1x', '1', false],
    ['0x1', '1', false],
    ['42540766411282592856903984951653826561', '42540766411282592856903984951653826562', false],
    ['042540766411282592856903984951653826561', '42540766411282592856903984951653826561', true],
    ['1e400', '1e500', true],
    [null, 'null', false],
    [null, '0', false],
    ['', '0', false],
    [true, '1', true],
    [false, '0', false],
    [['1'], '1', false],
    [{ a: '1' }, '1', false],
    ['10.0.0.1', '167772161', false],
  ];
  for (const [value, wanted, equal] of loose) {
    it(`treat ${JSON.stringify(value)} as ${equal ? 'equal' : 'unequal'} to ${JSON.stringify(wanted)}`, async () => {
      expect(await rejectionOf(applyFilter(full('f', wanted), observed([{ f: value }])))).to.equal(
        equal ? undefined : 'filter.nothing',
      );
    });
  }

  const addresses: [value: string, wanted: string, equal: boolean][] = [
    ['10.10.1.0', '10.10.1.0', true],
    ['10.10.1.0', '168427776', true],
    ['10.10.1.0', '10.10.1.00', false],
    ['2001:db8::1', '2001:DB8:0:0::0001', true],
    ['2001:db8::1', '42540766411282592856903984951653826561', true],
    ['::ffff:10.0.0.1', '::ffff:a00:1', true],
    ['10.10.1.0', '10.10.1', false],
    ['router-1', 'router-1', true],
  ];
  for (const field of ['ip', 'subnet']) {
    for (const [value, wanted, equal] of addresses) {
      it(`${equal ? 'find' : 'do not find'} ${field} ${value} by ${wanted}`, async () => {
        const found = rejectionOf(applyFilter(full(field, wanted), observed([{ [field]: value }])));
        expect(await found).to.equal(equal ? undefined : 'filter.nothing');
      });
    }
  }

  it('find parts of texts and numbers, case-sensitively', async () => {
    const items: WireObject[] = [
      { id: 1, n: 'Server' },
      { id: 12, n: 'server' },
      { id: 21, n: null },
      { id: 3, n: ['serv'] },
    ];
    expect(await passing({ field: 'id', value: '1', match: 'partial' }, items)).to.have.length(3);
    expect(await passing({ field: 'n', value: 'serv', match: 'partial' }, items)).to.deep.equal([items[1]]);
  });

  it('run regular expressions over printed values', async () => {
    const items: WireObject[] = [{ id: 1 }, { id: 12 }, { id: 21 }, { id: null }];
    expect(await passing({ field: 'id', value: '/^1/', match: 'regex' }, items)).to.deep.equal([{ id: 1 }, { id: 12 }]);
  });

  it('preserve the order and skip records without the field', async () => {
    expect(await passing(full('name', 'a'), [...records, { id: 4 }])).to.deep.equal([records[0], records[2]]);
  });

  it('pass exactly the records with the value', async () => {
    const record = fc.record({ f: fc.oneof(fc.constantFrom('a', 'b', null), fc.nat({ max: 3 })) });
    await fc.assert(
      fc.asyncProperty(fc.array(record), fc.constantFrom('a', 'b', '1', '2'), async (items, wanted) => {
        const expected = items.filter(({ f }) => f !== null && String(f) === wanted);
        const found = await passing(full('f', wanted), items).catch(() => []);
        expect(found).to.deep.equal(expected);
      }),
    );
  });
});

describe('a filtered stream', () => {
  function* numbers(count: number): Generator<WireObject> {
    for (let id = 0; id < count; id++) yield { id, name: `host-${id}`, even: id % 2 };
  }

  it('reports its first match before the rest is read', async () => {
    const source = observed(numbers(1000));
    const list = await applyFilter(full('id', '10'), source);
    expect(source.read).to.equal(11);
    expect(await plainly(list)).to.deep.equal([{ id: 10, name: 'host-10', even: 0 }]);
    expect(source).to.include({ read: 1000, ended: true });
  });

  it('ends its source when it is ended, read or not', async () => {
    for (const read of [0, 1]) {
      const source = observed(numbers(1000));
      const list = await applyFilter(full('even', '1'), source);
      const items = list[Symbol.asyncIterator]();
      if (read) await items.next();
      await list.end();
      expect(source.ended).to.equal(true);
    }
  });

  it('yields to the event loop while a regular expression is slow, and fails at the time limit', async () => {
    const text = 'ab'.repeat(150);
    const endless = (function* () {
      for (;;) yield { text };
    })();
    const slow: Filter = { field: 'text', value: '/^(.{0,40}a){4}\\b!$/i', match: 'regex' };
    let turns = 0;
    const pulse = setInterval(() => turns++, 5);
    const code = await rejectionOf(applyFilter(slow, observed(endless), 2000));
    clearInterval(pulse);
    expect(code).to.equal('filter.regexWork');
    expect(turns).to.be.above(5);
  });

  it('does not count the time of its reader', async () => {
    const list = await applyFilter({ field: 'name', value: '/^host/', match: 'regex' }, observed(numbers(4)));
    const ids: unknown[] = [];
    for await (const item of list) {
      await delay(30);
      ids.push(item.get('id'));
    }
    expect(ids).to.deep.equal([0, 1, 2, 3]);
  });

  it('filters 100,000 records within the time limit', async function () {
    this.timeout(60_000);
    for (const filter of [full('name', 'host-99999'), { field: 'name', value: '/^host-9{5}$/', match: 'regex' }]) {
      expect(await passing(filter, numbers(100_000))).to.have.length(1);
    }
  });

  it('ends itself and its source when its reader is gone', async () => {
    let seen = 0;
    let ended = false;
    const endless = async function* (): AsyncGenerator<WireRecord> {
      try {
        for (;;) yield* recordsOf([{ name: 'x' }]);
      } finally {
        ended = true;
      }
    };
    const refused = await rejectionOf(
      applyFilter(
        full('name', 'y'),
        whileAwaited(endless(), () => ++seen > 10),
      ),
    );
    expect(refused).to.equal('request.aborted');
    expect([seen, ended]).to.deep.equal([11, true]);
  });
});
