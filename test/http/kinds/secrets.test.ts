import { expect } from 'chai';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

const snmp = { snmp_community: 'hidden-community', snmp_v3_auth_pass: 'hidden-auth', snmp_v3_priv_pass: 'hidden-priv' };
const code = 'hidden-code-of-the-agent';
const none = { snmp_community: null, snmp_v3_auth_pass: null, snmp_v3_priv_pass: null };

/** The service accepts application codes over TLS only. The trusted proxy reports TLS with X-Forwarded-Proto. */
const getOverTls = (client: ApiClient, target: string, type = 'application/json'): Promise<Answer> =>
  client.send({ method: 'GET', target, headers: { 'X-Forwarded-Proto': 'https', 'Content-Type': type } });

describe('Secrets of records', () => {
  let server: ApiServer;
  /** An administrator on an application with permission admin, and on one with permission write. */
  let administrators: ApiClient[];
  /** Callers that may read records, but not secrets. */
  const others = new Map<string, ApiClient>();
  let writer: ApiClient;
  let ids: { device: number; agent: number; rack: number; location: number };

  const pathsOf = ({ device, agent, rack, location }: typeof ids): readonly string[] => [
    `/devices/${device}/`,
    '/devices/',
    '/devices/all/',
    `/devices/?fields=id,snmp_community,snmp_v3_auth_pass`,
    '/devices/?limit=10&sort=hostname',
    '/devices/?filter_by=hostname&filter_value=secretive',
    '/devices/search/secretive/',
    `/tools/devices/${device}/`,
    '/tools/devices/',
    `/tools/racks/${rack}/devices/`,
    `/tools/locations/${location}/devices/`,
    '/tools/device_types/1/devices/',
    `/tools/scanagents/${agent}/`,
    '/tools/scanagents/',
    '/tools/scanagents/?fields=code',
    '/search/secretive/?kinds=1',
    '/changes/?limit=1000',
  ];

  before(async () => {
    server = await ApiServer.start({ trustedProxies: [Prefix.parse('127.0.0.0/8')] });
    const coded = 'c'.repeat(32);
    await server.provision({
      apps: [
        { id: 'reads', permission: 'read', security: 'none' },
        { id: 'writes', permission: 'write', security: 'none' },
        { id: 'coded', permission: 'admin', security: 'static', code: coded },
      ],
      users: [{ username: 'operator', groups: ['Operators'], inventory: 'write' }],
    });
    const { client } = server;
    const location = (await client.post('/tools/locations/', { name: 'there' })).id;
    const rack = (await client.post('/tools/racks/', { name: 'rack', size: 42 })).id;
    const given = { hostname: 'secretive', rack, rack_start: 1, rack_size: 1, location, type: 1, ...snmp };
    const device = (await client.post('/devices/', given)).id;
    const agent = (await client.post('/tools/scanagents/', { name: 'secretive', code })).id;
    ids = { device, agent, rack, location };
    administrators = [client, await server.signIn('Admin', 'writes')];
    writer = await server.signIn('operator', 'main');
    others.set('a user with the right to write', writer);
    others.set('a user', await server.signIn('guest', 'main'));
    others.set('an administrator where the application may only read', await server.signIn('Admin', 'reads'));
    others.set('an application with a code', server.unauthenticated('coded').with({ token: coded }));
  });
  after(() => server.close());

  it('are read by administrators through applications that may write', async () => {
    for (const client of administrators) {
      expect((await client.get(`/devices/${ids.device}/`)).record).to.include(snmp);
      expect((await client.get('/devices/')).records[0]).to.include(snmp);
      expect((await client.get('/devices/search/secretive/')).records[0]).to.include(snmp);
      expect((await client.get(`/tools/racks/${ids.rack}/devices/`)).records[0]).to.include(snmp);
      expect((await client.get(`/tools/scanagents/${ids.agent}/`)).record).to.include({ code });
      expect((await client.get('/tools/scanagents/?fields=code')).text).to.contain(code);
      expect((await client.get('/search/secretive/?kinds=1')).text).to.contain(snmp.snmp_community);
    }
  });

  it('are null for all other callers, in every answer with records', async () => {
    for (const [name, client] of others) {
      expect((await getOverTls(client, `/devices/${ids.device}/`)).record, name).to.include(none);
      expect((await getOverTls(client, `/tools/scanagents/${ids.agent}/`)).record, name).to.include({ code: null });
      for (const path of pathsOf(ids))
        for (const type of ['application/json', 'application/xml']) {
          const { status, text } = await getOverTls(client, path, type);
          expect(status, `${name} ${path}`).to.equal(200);
          expect(text, `${name} ${path}`).not.to.contain('hidden-');
        }
    }
  });

  it('are excluded from filters, order and search, also for administrators', async () => {
    for (const client of [...administrators, ...others.values()]) {
      for (const query of ['filter[snmp_community]=hidden-community', 'sort=snmp_community', 'filter[snmp_v3_auth_pass][ne]=x'])
        expect((await getOverTls(client, `/devices/?${query}`)).status, query).to.equal(400);
      for (const match of ['full', 'partial', 'regex'])
        for (const path of ['/devices/', `/devices/${ids.device}/`, '/devices/search/secretive/', '/tools/devices/'])
          for (const value of ['hidden-community', 'wrong'])
            expect(
              (await getOverTls(client, `${path}?filter_by=snmp_community&filter_value=${value}&filter_match=${match}`)).summary,
              path,
            ).to.equal('400 Invalid filter_by');
      expect((await getOverTls(client, '/search/hidden-community/?kinds=1')).text).not.to.contain('secretive');
      expect((await getOverTls(client, '/devices/search/hidden-/')).status).to.equal(404);
    }
  });

  it('are not part of the entity tag, which would allow guesses', async () => {
    const tagOf = async () => (await writer.get(`/devices/${ids.device}/?etag=1`)).headers.etag;
    const editDate = async () => (await writer.get(`/devices/${ids.device}/`)).record.editDate;
    for (let attempt = 0, isSameSecond = false; !isSameSecond; attempt++) {
      const [date, before] = [await editDate(), await tagOf()];
      await server.client.patch(`/devices/${ids.device}/`, { snmp_community: `hidden-${attempt}` });
      isSameSecond = (await editDate()) === date;
      if (isSameSecond) expect(await tagOf()).to.equal(before);
    }
    await server.client.patch(`/devices/${ids.device}/`, snmp);
  });

  it('stay unchanged when a caller that reads null writes the record back', async () => {
    const { record } = await writer.get(`/devices/${ids.device}/`);
    const { editDate: _, ...shown } = record;
    expect((await writer.patch(`/devices/${ids.device}/`, { ...shown, description: 'back' })).status).to.equal(200);
    expect((await writer.patch(`/devices/${ids.device}/`, { snmp_community: '', snmp_port: 162 })).status).to.equal(200);
    const { record: agent } = await writer.get(`/tools/scanagents/${ids.agent}/`);
    expect((await writer.patch(`/tools/scanagents/${ids.agent}/`, { ...agent, description: 'back' })).status).to.equal(200);
    expect((await writer.post('/devices/ensure/', { hostname: 'secretive', ...none, snmp_port: 161 })).status).to.equal(200);
    const [admin] = administrators;
    expect((await admin?.get(`/devices/${ids.device}/`))?.record).to.include({ ...snmp, description: 'back', snmp_port: '161' });
    expect((await admin?.get(`/tools/scanagents/${ids.agent}/`))?.record).to.include({ code, description: 'back' });
  });

  it('cannot be emptied by a caller that reads null', async () => {
    for (const empty of [null, ''])
      expect((await writer.patch(`/devices/${ids.device}/`, { snmp_community: empty })).status).to.equal(400);
    expect((await server.client.get(`/devices/${ids.device}/`)).record).to.include(snmp);
  });

  it('can be set by callers that cannot read them, and emptied by callers that can', async () => {
    await writer.patch(`/devices/${ids.device}/`, { snmp_community: 'hidden-new' });
    const read = async () => (await server.client.get(`/devices/${ids.device}/`)).record.snmp_community;
    expect(await read()).to.equal('hidden-new');
    await server.client.patch(`/devices/${ids.device}/`, { snmp_community: null });
    expect(await read()).to.equal(null);
    await server.client.patch(`/devices/${ids.device}/`, snmp);
  });

  it('confirm no guess: ensure answers the same for a right and a wrong value', async () => {
    const guess = async (given: string) => {
      const body = { hostname: 'secretive', snmp_community: given, dry_run: 1 };
      const { status, text } = await writer.post('/devices/ensure/', body);
      return [status, text.replace(/,"time".*/, '')];
    };
    expect(await guess('hidden-community')).to.deep.equal(await guess('wrong'));
  });

  it('are marked in the description of kinds', async () => {
    const { data } = JSON.parse((await writer.get('/kinds/')).text);
    const secrets = data.flatMap(({ fields }: { fields: { name: string; isSecret: unknown }[] }) =>
      fields.filter(({ isSecret }) => String(isSecret) === 'true' || String(isSecret) === '1').map(({ name }) => name),
    );
    expect(secrets).to.deep.equal(['snmp_community', 'snmp_v3_auth_pass', 'snmp_v3_priv_pass', 'code']);
  });
});
