import { expect } from 'chai';
import { leftOutWithout } from '../support/processes/installed-program.js';
import { adminPassword, ServiceProcess } from '../support/processes/service-process.js';
import { Http2Client } from './support/http2-client.js';
import { type ProxyForm, ProxyProcess, proxyForms } from './support/proxy-process.js';

const api = '/ipam/api/default';

function describeProxy(form: ProxyForm, upstream: () => string): void {
  let proxy: ProxyProcess;
  let client: Http2Client;
  let headers: Record<string, string>;

  before(async () => {
    proxy = await ProxyProcess.start(form, upstream());
    client = new Http2Client(proxy.port);
    const authorization = `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}`;
    const signIn = await client.send('POST', `${api}/user/`, { authorization });
    headers = { token: JSON.parse(signIn.text).data.token };
  });
  after(async () => {
    client?.close();
    await proxy?.stop();
  });

  const make = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await client.send('POST', `${api}/${path}`, headers, body);
    expect(answer.status, answer.text).to.equal(201);
    return JSON.parse(answer.text);
  };

  it('allocates the first address through TLS and HTTP/2 below the prefix', async () => {
    const section = await make('sections/', { name: `First address ${form.program}` });
    const subnet = await make('subnets/', { sectionId: section.id, subnet: '10.24.0.0', mask: 24 });
    expect((await make(`addresses/first_free/${subnet.id}/`, {})).data).to.equal('10.24.0.1');
  });

  it('forwards an event while its stream is open', async () => {
    const stream = client.events(`${api}/changes/`, headers)[Symbol.asyncIterator]();
    expect((await stream.next()).value).to.match(/^retry: /);
    await make('sections/', { name: `Event ${form.program}` });
    let text = '';
    while (!text.includes(`Event ${form.program}`)) text += (await stream.next()).value;
    expect(text).to.match(/^event: change$/m);
  });

  it('redirects the prefix to its root, and serves the console below it', async () => {
    const { status, headers } = await client.send('GET', '/ipam');
    expect(status).to.be.oneOf([301, 308]);
    expect(headers.location).to.match(/\/ipam\/$/);
    expect((await client.send('GET', '/ipam/console/', { accept: 'text/html' })).text).to.match(/^<!doctype html>/i);
  });

  it('includes the prefix in paths of answers', async () => {
    const answer = await client.send('POST', `${api}/sections/`, headers, { name: `Prefix ${form.program}` });
    expect(answer.headers.location).to.match(/^\/ipam\/api\/default\/sections\/\d+\/$/);
  });

  it('does not forward requests outside of the prefix', async () => {
    const { text } = await client.send('GET', '/api/default/sections/', headers);
    expect(text).to.not.include('"success"');
  });
}

describe('Behind a reverse proxy', function () {
  this.timeout(60_000);
  let service: ServiceProcess;

  before(async () => {
    const variables = { HEXIPAM_TRUST_PROXY: '127.0.0.1', HEXIPAM_BASE_PATH: '/ipam' };
    service = await ServiceProcess.start({ databaseUrl: 'memory:', variables });
  });
  after(() => service?.stop());

  for (const form of proxyForms) {
    const leftOut = leftOutWithout(form.program);
    const suite = leftOut === '' ? describe : describe.skip;
    suite(`${form.program} with deploy/proxies/${form.file}${leftOut}`, () =>
      describeProxy(form, () => new URL(service.url).host));
  }
});
