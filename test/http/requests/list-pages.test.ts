import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { refusal } from '../support/refusal.js';
import { sendXml } from '../support/wire-texts.js';

describe('Pages, conditions and orders of lists', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  const pageOf = async (target: string) => {
    const answer = await client.get(target);
    expect(answer.status, answer.text).to.equal(200);
    return {
      ...(JSON.parse(answer.text) as { total?: number; next?: string }),
      records: answer.records,
      headers: answer.headers,
    };
  };
  const ipsAt = async (target: string) => (await pageOf(target)).records.map(({ ip }) => ip);
  const summaryOf = async (target: string) => (await client.get(target)).summary;
  /** A path of an answer as a path of the test client. */
  const below = (target: string | undefined) => String(target).replace('/api/main', '');

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section' })).id;
    subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24, description: 'Lab' })).id;
    const names = ['web-1', 'WEB-2', 'db-1', null, 'web-10'];
    for (const [index, hostname] of names.entries())
      await client.post('/addresses/', {
        subnetId,
        ip: `10.0.0.${index + 1}`,
        hostname,
        tag: index === 2 ? 3 : 2,
        port: `p${index}`,
      });
    await client.post('/addresses/', { subnetId, ip: '10.0.0.129', lastSeen: '2024-03-01 12:00:00' });
    for (const [subnet, mask] of [
      ['10.1.0.0', 16],
      ['10.1.2.0', 24],
    ] as const)
      await client.post('/subnets/', { sectionId, subnet, mask });
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('link the next page in a member and a header, and count the whole list', async () => {
    const first = await pageOf('/addresses/?limit=4&count=1');
    expect(first.records.map(({ ip }) => ip)).to.deep.equal(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
    expect(first.total).to.equal(6);
    expect(first.headers.link).to.equal(`<${first.next}>; rel="next"`);
    const second = await pageOf(below(first.next));
    expect(second.records.map(({ ip }) => ip)).to.deep.equal(['10.0.0.5', '10.0.0.129']);
    expect([second.total, second.next, second.headers.link]).to.deep.equal([6, undefined, undefined]);
  });

  it('repeat the other parameters in the link to the next page', async () => {
    const { next } = await pageOf(
      '/addresses/?fields=ip&after=&limit=1&filter[hostname][prefix]=we%62&sort=-hostname&links=false',
    );
    expect(next).to.match(
      /^\/api\/main\/addresses\/\?fields=ip&limit=1&filter\[hostname\]\[prefix\]=we%62&sort=-hostname&links=false&after=[\w-]+$/,
    );
    expect(await ipsAt(below(next))).to.deep.equal(['10.0.0.5']);
  });

  it('by last-seen time continue by address within the same time, in both directions', async () => {
    const walk = async (sort: string) => {
      const ips: unknown[] = [];
      let target: string | undefined = `/addresses/?limit=1&sort=${sort}`;
      while (target !== undefined) {
        const { records, next } = await pageOf(target);
        ips.push(...records.map(({ ip }) => ip));
        target = next === undefined ? undefined : below(next);
      }
      return ips;
    };
    const latestFirst = ['129', '1', '2', '3', '4', '5'].map((host) => `10.0.0.${host}`);
    expect(await walk('-lastSeen')).to.deep.equal(latestFirst);
    expect(await walk('-lastSeen,ip')).to.deep.equal(latestFirst);
    expect(await walk('lastSeen')).to.deep.equal(latestFirst.toReversed());
    expect(await walk('-lastSeen,-ip')).to.deep.equal([latestFirst[0], ...latestFirst.slice(1).toReversed()]);
  });

  it('add no members or headers without parameters', async () => {
    const answer = await client.get('/addresses/');
    expect(Object.keys(JSON.parse(answer.text))).to.deep.equal(['code', 'success', 'data', 'time']);
    expect(answer.headers.link).to.equal(undefined);
  });

  it('contain records that meet all conditions, regardless of case', async () => {
    expect(await ipsAt('/addresses/?filter[hostname][prefix]=web&filter[tag][in]=2,4&sort=hostname')).to.deep.equal([
      '10.0.0.1',
      '10.0.0.5',
      '10.0.0.2',
    ]);
    expect(await ipsAt('/addresses/?filter[hostname]=web-2')).to.deep.equal(['10.0.0.2']);
    expect(await ipsAt('/addresses/?filter[hostname][contains]=B-1&filter[state]=3')).to.deep.equal(['10.0.0.3']);
    expect(await ipsAt('/addresses/?filter[hostname][null]=1&sort=-ip')).to.deep.equal(['10.0.0.129', '10.0.0.4']);
    expect(await ipsAt('/addresses/?filter[ip][within]=10.0.0.128/25')).to.deep.equal(['10.0.0.129']);
    expect(await ipsAt('/addresses/?filter[ip][gt]=10.0.0.3&filter[ip][lte]=10.0.0.5')).to.deep.equal(['10.0.0.4', '10.0.0.5']);
    expect(await ipsAt('/addresses/?filter[lastSeen][gte]=2024-03-01&filter[lastSeen][lt]=2024-03-02')).to.deep.equal([
      '10.0.0.129',
    ]);
  });

  it('apply each repeated condition, and combine the values of repeated `in` conditions', async () => {
    const query = 'filter[hostname][contains]=b-1&filter[hostname][contains]=web&sort=ip';
    expect(await ipsAt(`/addresses/?${query}`)).to.deep.equal(['10.0.0.1', '10.0.0.5']);
    expect(await ipsAt('/addresses/?filter[ip][ne]=10.0.0.1&filter[ip][ne]=10.0.0.2&limit=2')).to.deep.equal([
      '10.0.0.3',
      '10.0.0.4',
    ]);
    expect(await ipsAt('/addresses/?filter[ip][in]=10.0.0.1&filter[ip][in]=10.0.0.2,10.0.0.3')).to.have.length(3);
    const body = { filter: { ip: { ne: ['10.0.0.1', '10.0.0.2'] } }, expect: 3, dry_run: 1 };
    const deletion = await client.send({
      ...{ method: 'DELETE', target: '/addresses/', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify(body),
    });
    expect(deletion.summary).to.equal('409 4 records meet the conditions, not 3: nothing was deleted');
    expect(await summaryOf('/addresses/?filter[ip]=10.0.0.1&filter[ip]=10.0.0.2')).to.equal(refusal('list.filterForm'));
    const many = Array.from({ length: 101 }, (_, n) => `filter[ip][ne]=10.9.0.${n}`).join('&');
    expect(await summaryOf(`/addresses/?${many}`)).to.equal('400 Too many conditions: at most 100 are allowed');
  });

  it('page and count the matches of regular expressions', async () => {
    const page = await pageOf('/addresses/?filter[hostname][regex]=^(%3Fi)web-\\d$&limit=1&count=1');
    expect([page.records[0]?.ip, page.total]).to.deep.equal(['10.0.0.1', 2]);
    expect(await ipsAt(below(page.next))).to.deep.equal(['10.0.0.2']);
    expect(await ipsAt('/addresses/?filter[ip][regex]=[.]129$')).to.deep.equal(['10.0.0.129']);
  });

  it('show only the requested members, in the requested order', async () => {
    const { records } = await pageOf('/addresses/?fields=hostname,ip&limit=2');
    expect(records).to.deep.equal([
      { hostname: 'web-1', ip: '10.0.0.1' },
      { hostname: 'WEB-2', ip: '10.0.0.2' },
    ]);
    expect((await pageOf('/addresses/?fields=links&limit=1&links=true')).records[0]).to.have.all.keys('links');
  });

  it('contain the whole list without a limit', async () => {
    const whole = await pageOf('/addresses/?sort=-id&count=1');
    expect([whole.records.length, whole.total, whole.next]).to.deep.equal([6, 6, undefined]);
  });

  it('ignore empty parameters', async () => {
    const whole = await pageOf('/addresses/?limit=&count=&after=&sort=&fields=');
    expect([whole.records.length, whole.total, whole.next]).to.deep.equal([6, undefined, undefined]);
  });

  it('are returned with status 200 when they are empty', async () => {
    const answer = await pageOf('/addresses/?filter[ip]=192.0.2.1&count=1');
    expect([answer.records, answer.total]).to.deep.equal([[], 0]);
    expect((await pageOf(`/subnets/${subnetId}/addresses/192.0.2.1/?limit=1`)).records).to.deep.equal([]);
  });

  it('of subnets support conditions on the mask and on the enclosing network', async () => {
    const subnetsAt = async (target: string) => (await pageOf(target)).records.map(({ subnet, mask }) => `${subnet}/${mask}`);
    expect(await subnetsAt('/subnets/?filter[subnet][within]=10.1.0.0/16&sort=-mask')).to.deep.equal([
      '10.1.2.0/24',
      '10.1.0.0/16',
    ]);
    expect(await subnetsAt('/subnets/?filter[mask][lt]=24')).to.deep.equal(['10.1.0.0/16']);
    expect(await subnetsAt('/subnets/?filter[subnet]=10.1.2.0')).to.deep.equal(['10.1.2.0/24']);
    expect(await subnetsAt(`/sections/${sectionId}/subnets/?limit=2`)).to.deep.equal(['10.0.0.0/24', '10.1.0.0/16']);
    expect(
      await subnetsAt(`/sections/${sectionId}/subnets/addresses/?filter[mask]=16&fields=mask,subnet,addresses`),
    ).to.deep.equal(['10.1.0.0/16']);
  });

  it('work for every list of records', async () => {
    await client.post('/vlans/', { name: 'one', number: 1 });
    await client.post('/vlans/', { name: 'two', number: 2 });
    await client.post('/vrfs/', { name: 'red' });
    await client.post('/devices/', { hostname: 'switch' });
    for (const [target, members] of [
      ['/sections/?filter[name]=section', 'name'],
      ['/vlans/?sort=-number&limit=1', 'name,number'],
      ['/vlan/?filter[vlanId][gte]=2', 'vlanId,name'],
      ['/vrfs/?filter[name][contains]=E', 'name'],
      ['/devices/?filter[hostname][prefix]=sw', 'hostname'],
      ['/l2domains/1/vlans/?filter[number]=2', 'vlanId'],
      ['/tools/tags/?sort=-type&limit=1', 'type'],
      ['/addresses/tags/?limit=1&filter[type]=used', 'type'],
      [`/subnets/${subnetId}/addresses/?filter[ip][lt]=10.0.0.2`, 'ip'],
      ['/addresses/search_hostbase/web/?sort=-hostname&limit=1', 'hostname'],
      [`/subnets/overlapping/10.1.2.0/24/?limit=1`, 'mask'],
    ]) {
      const { records } = await pageOf(`${target}&fields=${members}&count=1`);
      expect(records, target).to.have.lengthOf(1);
      expect(Object.keys(records[0] ?? {}), target).to.deep.equal(members?.split(','));
    }
  });

  it('refuse invalid parameters with their reason', async () => {
    const wrong = {
      'limit=0': 'Invalid limit: 1 to 1000 expected',
      'limit=1001': 'Invalid limit: 1 to 1000 expected',
      'limit=x': 'Invalid limit: 1 to 1000 expected',
      'after=x': 'Invalid after: not a cursor of this list in this order',
      'sort=colour': 'Invalid field colour: the records of this list have no such field',
      'sort=prefix': 'Invalid field prefix: the records of this list have no such field',
      'sort=a,b,c,d,e': 'Invalid sort: at most 4 fields are allowed',
      'fields=ip,colour': 'Invalid fields: the records of this list have no colour',
      'count=perhaps': 'Invalid count: yes or no expected',
      'filter=x': 'Invalid filter: filter[FIELD][OPERATOR]=VALUE expected',
      'filter[ip': 'Invalid filter: filter[FIELD][OPERATOR]=VALUE expected',
      'filter[a][b][c]=1': 'Invalid filter: filter[FIELD][OPERATOR]=VALUE expected',
      'filter[permissions]=1': 'Invalid field permissions: the records of this list have no such field',
      'filter[__proto__]=1': 'Invalid field __proto__: the records of this list have no such field',
      'filter[ip][like]=1': 'Invalid operator like for ip: one of eq ne in null lt lte gt gte regex within expected',
      'filter[ip]=banana': 'Invalid ip: an IP address expected',
      'filter[ip][within]=10.0.0.1/8': 'Invalid ip: a network like 10.0.0.0/8 expected',
      'filter[tag][in]=2,x': 'Invalid tag: an integer expected',
      'filter[lastSeen][lt]=yesterday': 'Invalid lastSeen: a time YYYY-MM-DD HH:MM:SS expected',
      'filter[tag][lt]=': 'Invalid tag: lt needs a value',
      'filter[hostname][regex]=(': 'Invalid hostname: a regular expression in RE2 syntax, at most 1000 characters, expected',
      'filter[hostname][regex]=(a)\\1': 'Invalid hostname: a regular expression in RE2 syntax, at most 1000 characters, expected',
      'sort=ip&filter_by=ip&filter_value=1':
        'Invalid filter_by: it cannot be combined with filter, sort, limit, after, count or fields',
    };
    for (const [query, text] of Object.entries(wrong))
      expect(await summaryOf(`/addresses/?${query}`), query).to.equal(`400 ${text}`);
    expect(await summaryOf('/devices/search/x/?limit=1')).to.equal(refusal('list.whole'));
  });

  it('accept a cursor only in its own order', async () => {
    const { next } = await pageOf('/addresses/?limit=1&sort=hostname');
    const after = /after=(.*)$/.exec(String(next))?.[1];
    expect(await summaryOf(`/addresses/?sort=ip&after=${after}`)).to.match(/^400 Invalid after/);
    expect(await ipsAt(`/addresses/?sort=hostname&limit=1&after=${after}`)).to.deep.equal(['10.0.0.129']);
  });

  it('can be written as XML', async () => {
    const answer = await sendXml(client, 'GET', '/addresses/?limit=1&count=1&fields=ip');
    expect(answer.text).to.match(/<data><item0><ip>10.0.0.1<\/ip><\/item0><\/data><total>6<\/total><next>[^<]+<\/next><time>/);
  });
});
