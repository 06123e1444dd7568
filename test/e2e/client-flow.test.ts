import { expect } from 'chai';
import { parseStringPromise } from 'xml2js';
import type { ApiClient } from '../support/api-client.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { makeWorld, type SampleWorld } from './support/sample-world.js';

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const form = 'application/x-www-form-urlencoded';

describe('An API client', function () {
  this.timeout(120_000);
  let service: ServiceProcess;
  let client: ApiClient;
  let world: SampleWorld;

  before(async () => {
    service = await ServiceProcess.start({ databaseUrl: 'memory:' });
    client = await service.signIn();
  });

  after(async () => {
    client?.close();
    await service?.stop();
  });

  beforeEach(async () => {
    world = await makeWorld(client);
  });

  it('signs in by Basic credentials, uses the token under all of its names, and signs out', async () => {
    const anonymous = service.client();
    const answer = await anonymous.send({
      method: 'POST',
      target: '/user/',
      headers: { authorization: basic('admin', adminPassword) },
    });
    const { token } = answer.record as { token: string };
    expect(answer.status).to.equal(200);
    expect(token).to.match(/^[\w-]{24}$/);
    expect(answer.record.expires).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const name of ['token', 'Token', 'phpipam-token', 'hexipam-token']) {
      expect((await anonymous.send({ method: 'GET', target: '/user/', headers: { [name]: token } })).status, name).to.equal(200);
    }
    const signedIn = anonymous.with({ token });
    expect((await signedIn.patch('/user/')).record).to.have.property('expires');
    expect((await signedIn.delete('/user/')).record).to.deep.equal(['Token removed']);
    expect((await signedIn.get('/user/')).summary).to.equal('403 Invalid token');
    const refused = await signedIn.get('/sections/');
    expect(refused.summary).to.equal('401 Unauthorized');
    expect(refused.headers.location).to.equal('/api/default/user/');
    for (const unused of [anonymous, signedIn]) unused.close();
  });

  it('gets the known error texts for missing or wrong credentials', async () => {
    const anonymous = service.client();
    const signIn = (authorization?: string) =>
      anonymous.send({ method: 'POST', target: '/user/', headers: authorization === undefined ? {} : { authorization } });
    expect((await signIn()).summary).to.equal('400 Please provide username and password');
    expect((await signIn('Bearer abc')).summary).to.equal('400 Please provide username and password');
    expect((await signIn(basic('Admin', ''))).summary).to.equal('400 Please provide username and password');
    expect((await signIn(basic('Admin', 'wrong'))).summary).to.equal('500 Invalid username or password');
    expect((await signIn(basic('nobody', 'wrong'))).summary).to.equal('500 Invalid username or password');
    expect((await anonymous.get('/user/')).summary).to.equal('403 Please provide token');
    expect((await anonymous.with({ app: 'other' }).get('/sections/')).summary).to.equal('400 Invalid application id');
    anonymous.close();
  });

  it('reads the permissions and controllers of the application', async () => {
    for (const method of ['OPTIONS', 'GET']) {
      const { permissions, controllers } = (await client.send({ method, target: '/' })).record as {
        permissions: string;
        controllers: { rel: string; href: string }[];
      };
      expect(permissions).to.equal('Read / Write / Admin');
      expect(controllers).to.deep.include({ rel: 'sections', href: '/api/default/sections/' });
    }
  });

  it('creates section, network and addresses, and reads back what it wrote', async () => {
    const section = await client.post('/sections/', { name: 'Customers', description: 'Größe & <b>Ordnung</b>' });
    expect(section.envelope).to.include({ code: 201, success: true, message: 'Section created', id: section.id });
    expect(section.headers.location).to.equal(`/api/default/sections/${section.id}/`);
    const network = await client.post('/subnets/', {
      sectionId: section.id,
      subnet: '10.10.0.0',
      mask: '16',
      description: 'main',
    });
    expect(network.envelope).to.include({ message: 'Subnet created', data: '10.10.0.0/16' });
    const child = await client.post(`/subnets/${network.id}/first_subnet/24/`);
    expect(child.envelope).to.include({ code: 201, data: '10.10.0.0/24' });
    const address = await client.post(`/addresses/first_free/${child.id}/`, { hostname: 'a.example.com' });
    expect(address.envelope).to.include({ code: 201, data: '10.10.0.1' });
    expect(address.headers.location).to.equal(`/api/default/addresses/${address.id}/`);
    expect((await client.get(`${address.headers.location?.replace('/api/default', '')}`)).record).to.include({
      id: String(address.id),
      subnetId: String(child.id),
      ip: '10.10.0.1',
      hostname: 'a.example.com',
      tag: '2',
      deviceId: null,
    });
    expect((await client.get(`/sections/${section.id}/`)).record).to.include({
      description: 'Größe & <b>Ordnung</b>',
      masterSection: '0',
      strictMode: '0',
    });
    expect((await client.get(`/subnets/cidr/10.10.0.0/24/`)).records.map(({ id }) => id)).to.deep.equal([String(child.id)]);
    expect((await client.delete('/sections/', { id: section.id })).envelope).to.not.have.any.keys('data', 'message');
    expect((await client.get(`/addresses/${address.id}/`)).summary).to.equal('404 Invalid Id');
  });

  it('may send PUT for PATCH, HEAD for GET, and controller names in any case', async () => {
    const put = await client.send({
      method: 'PUT',
      target: `/subnets/${world.subnet}/`,
      headers: { 'Content-Type': 'application/json' },
      body: '{"description":"put"}',
    });
    expect(put.envelope).to.include({ code: 200, message: 'Subnet updated' });
    expect((await client.get(`/SubNets/${world.subnet}/`)).record).to.include({ description: 'put' });
    const head = await client.send({ method: 'HEAD', target: `/subnets/${world.subnet}/` });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect((await client.send({ method: 'HEAD', target: '/subnets/99999/' })).status).to.equal(400);
  });

  it('may use repeated slashes, escapes and a version prefix in paths', async () => {
    for (const target of ['//subnets//ID', '/subnets///ID///', '/subnets/ID', '/%73ubnets/ID/', '/subnets/ID/?']) {
      expect((await client.get(target.replace('ID', world.subnet ?? ''))).record, target).to.include({ id: world.subnet });
    }
    const token = (await tokenOf(service)) ?? '';
    for (const target of [
      '/1.5/api/default/sections/',
      '//api//default//sections//World',
      '/api/default/sections/World?links=false',
    ]) {
      expect((await client.raw({ method: 'GET', target, headers: { token } })).status, target).to.equal(200);
    }
    expect((await client.raw({ method: 'GET', target: '/elsewhere', headers: { token } })).summary).to.equal('404 Not Found');
  });

  it('may send parameters as JSON, form, XML or query; the body takes precedence over the query', async () => {
    const path = `/addresses/${world.address}/`;
    const description = async () => (await client.get(path)).record.description;
    const patch = (target: string, type?: string, body?: string) =>
      client.send({
        method: 'PATCH',
        target,
        headers: type === undefined ? {} : { 'Content-Type': type },
        ...(body === undefined ? {} : { body }),
      });
    for (const [target, type, body, expected] of [
      [path, 'application/json; charset=utf-8', '{"description":"json"}', 'json'],
      [path, form, 'description=a+form+%26+more', 'a form & more'],
      [path, undefined, 'description=bare', 'bare'],
      [path, 'application/xml', '<x><description>xml &amp; more</description></x>', 'xml & more'],
      [`${path}?description=query`, undefined, undefined, 'query'],
      [`${path}?description=query`, 'application/json', '{"description":"body"}', 'body'],
    ] as const) {
      expect((await patch(target, type, body)).status, expected).to.equal(200);
      expect(await description()).to.equal(expected);
    }
    expect((await patch(path, undefined, '{"description":"x"}')).status, 'JSON without its content type').to.equal(400);
    expect((await client.patch(path, { nonsense: 1 })).summary).to.equal('400 Invalid request key nonsense');
    expect((await client.patch(path)).summary).to.equal('400 No values to update');
  });

  it('gets XML responses to XML requests', async () => {
    const read = async (target: string) => {
      const answer = await client.send({ method: 'GET', target, headers: { 'Content-Type': 'application/xml' } });
      expect(answer.headers['content-type']).to.equal('application/xml; charset=utf-8');
      return (await parseStringPromise(answer.text, { explicitArray: false })) as Record<string, Record<string, unknown>>;
    };
    await client.patch(`/sections/${world.section}/`, { description: 'a < b & "c"' });
    const { sections } = await read(`/sections/${world.section}/`);
    expect(sections).to.include({ code: '200', success: '1' });
    expect(sections?.data).to.include({ id: world.section, name: 'World', description: 'a < b & "c"' });
    expect((await read('/sections/')).sections?.data).to.have.property('item0');
    expect((await read('/sections/99999/')).sections).to.include({ code: '404', success: '', message: 'Section does not exist' });
  });

  it('gets links unless it disables them', async () => {
    const single = (await client.get(`/subnets/${world.subnet}/`)).record.links as {
      rel: string;
      href: string;
      methods: string[];
    }[];
    expect(single[0]).to.deep.equal({
      rel: 'self',
      href: `/api/default/subnets/${world.subnet}/`,
      methods: ['GET', 'POST', 'DELETE', 'PATCH'],
    });
    expect((await client.get('/addresses/')).records[0]?.links).to.have.lengthOf(1);
    for (const target of [`/subnets/${world.subnet}/?links=false`, `/sections/${world.section}/?links=false`]) {
      expect((await client.get(target)).record).not.to.have.property('links');
    }
    expect((await client.get('/addresses/?links=false')).records[0]).not.to.have.property('links');
  });

  it('filters lists by full value, partial value, and regular expressions that cannot stall the service', async () => {
    const filter = (query: string) => client.get(`/addresses/?${query}`);
    expect((await filter('filter_by=hostname&filter_value=host.example.com')).records).to.have.lengthOf(1);
    expect((await filter('filter_by=hostname&filter_value=example&filter_match=partial')).records).to.have.lengthOf(1);
    expect((await filter('filter_by=ip&filter_value=/^10%5C.99/&filter_match=regex')).records).to.have.lengthOf(2);
    expect((await filter('filter_by=ip&filter_value=10.99.0.1')).records.map(({ id }) => id)).to.deep.equal([world.address]);
    expect((await filter('filter_by=hostname&filter_value=nothing')).summary).to.equal('404 No results (filter applied)');
    expect((await filter('filter_by=nonsense&filter_value=x')).summary).to.equal('400 Invalid filter_by');
    expect((await filter('filter_by=hostname')).summary).to.equal('400 Missing filter_value');
    await client.patch(`/addresses/${world.address}/`, { note: 'a'.repeat(50_000) });
    expect((await filter('filter_by=note&filter_value=/(a%2B)%2B$|(a|aa)*b/&filter_match=regex')).status).to.be.oneOf([
      200, 400, 404,
    ]);
  });

  it('gets numbers as strings by default and as numbers on request', async () => {
    const read = async (value?: string) => {
      const headers = value === undefined ? {} : { 'api-stringify-results': value };
      return (await client.send({ method: 'GET', target: `/addresses/${world.address}/`, headers })).record;
    };
    const id = Number(world.address);
    expect([(await read()).id, (await read('1')).id, (await read('true')).id]).to.deep.equal([`${id}`, `${id}`, `${id}`]);
    expect([(await read('0')).id, (await read('0')).is_gateway, (await read('0')).hostname]).to.deep.equal([
      id,
      1,
      'host.example.com',
    ]);
    expect((await client.get('/sections/')).envelope.time).to.be.a('number');
  });
});

async function tokenOf(service: ServiceProcess): Promise<string | undefined> {
  const anonymous = service.client();
  const answer = await anonymous.send({
    method: 'POST',
    target: '/user/',
    headers: { authorization: basic('Admin', adminPassword) },
  });
  anonymous.close();
  return (answer.record as { token?: string }).token;
}
