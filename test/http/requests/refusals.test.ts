/** The answer of each error code, over a real connection. */
import { connect } from 'node:net';
import { expect } from 'chai';
import { answerFor, errorTable } from '../../../adapters/http/error-table.js';
import type { RequestErrorCode } from '../../../adapters/http/request-error.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import type { ErrorCode } from '../../../domain/errors.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { Answer } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE';

/** An error code, the summary of the answer, and the request; the body is sent as JSON. */
type Refused = readonly [
  code: ErrorCode | RequestErrorCode,
  summary: string,
  method: Method,
  path: string,
  body?: Readonly<Record<string, unknown>>,
];

const code = 'c'.repeat(32);

/** Requests that fail with any stored data. No record has the id 39. */
const refused: readonly Refused[] = [
  ['request.unknownController', '400 Invalid controller', 'GET', '/nonsense/'],
  ['request.noController', '400 Request is not valid', 'POST', '/'],
  ['request.unknownMethod', '501 Not Implemented', 'TRACE', '/sections/'],
  ['request.methodNotImplemented', '501 Method not implemented', 'PATCH', '/prefix/'],
  ['request.identifier', '400 Invalid identifier', 'GET', '/user/nonsense/'],
  ['request.identifier', '400 Invalid identifier', 'DELETE', '/tools/tags/39/'],
  ['request.parameters', '400 No parameters', 'POST', '/tools/locations/'],
  ['request.subController', '400 Invalid subcontroller', 'GET', '/tools/nonsense/'],
  ['request.optionsParameter', '400 Invalid request key parameter links', 'OPTIONS', '/sections/?links=false'],
  ['request.optionsParameter', '400 Invalid request key parameter id2', 'OPTIONS', '/sections/1/2/'],
  ['request.conflictingId', '400 Invalid id: differs from the one in the path', 'PATCH', '/sections/1/', { id: 2 }],
  [
    'request.conflictingId',
    '400 Invalid subnetId: differs from the one in the path',
    'POST',
    '/addresses/first_free/1/',
    { subnetId: 2 },
  ],
  ['access.credentialsMissing', '400 Please provide username and password', 'POST', '/user/'],

  ['path.idInvalid', '404 Invalid Id', 'GET', '/subnets/abc/'],
  ['path.sectionIdRequired', '400 Section Id required', 'PATCH', '/sections/', { name: 'new' }],
  ['path.sectionIdRequired', '400 Section Id required', 'DELETE', '/sections/'],
  ['path.subnetIdNotNumeric', '400 Subnet Id must be numeric (abc)', 'GET', '/subnets/abc/usage/'],
  ['path.subnetIdNotNumeric', '400 Subnet Id must be numeric ()', 'PATCH', '/subnets/', { description: 'new' }],
  ['path.subnetUnknown', '400 Invalid subnet Id (39)', 'GET', '/subnets/39/'],
  ['path.subnetIdentifier', '400 Invalid subnet identifier', 'POST', '/addresses/first_free/39/'],
  ['path.subnetIdentifier', '400 Invalid subnet identifier', 'POST', '/addresses/first_free/', { subnetId: 'abc' }],
  ['path.subnetRequest', '400 Invalid request', 'GET', '/subnets/1/nonsense/'],
  ['path.subnetParameters', '400 Invalid parameters', 'PATCH', '/subnets/1/nonsense/'],
  ['path.subnetParameters', '400 Invalid parameters', 'DELETE', '/subnets/1/nonsense/'],
  ['path.addressIdInvalid', '400 Invalid Id', 'GET', '/addresses/abc/'],
  ['path.macInvalid', '400 Invalid MAC address (x)', 'GET', '/addresses/search_mac/x/'],
  ['path.addressInvalid', '400 Invalid address (abc)', 'GET', '/addresses/search/abc/'],
  ['path.addressUnknown', '404 Address does not exist', 'GET', '/addresses/39/ping/'],
  ['path.tagInvalid', '400 Invalid tag identifier', 'GET', '/addresses/tags/abc/'],
  ['path.tagUnknown', '404 Address tag does not exist', 'GET', '/addresses/tags/39/'],
  ['path.noCustomFields', '404 No custom fields defined', 'GET', '/subnets/custom_fields/'],
  ['path.sectionCustomFields', '409 Custom fields not supported', 'GET', '/sections/custom_fields/'],
  ['path.vlanUnknown', '404 Vlan not found', 'GET', '/vlan/39/'],
  ['path.vlanIdUnknown', '404 Invalid Vlan id', 'DELETE', '/vlan/39/'],
  ['path.vlanIdNotNumeric', '400 Vlan Id must be numeric', 'GET', '/vlan/abc/subnets/'],
  ['path.vlanIdRequired', '400 Vlan Id is required', 'PATCH', '/vlan/', { name: 'new' }],
  ['path.domainIdUnknown', '404 Invalid domain id', 'GET', '/l2domains/39/'],
  ['path.domainIdInvalid', '400 Invalid domain id', 'PATCH', '/l2domains/', { name: 'new' }],
  ['path.domainIdNotNumeric', '400 Domain id must be numeric', 'GET', '/l2domains/abc/'],
  ['path.vrfIdUnknown', '400 Invalid VRF id', 'GET', '/vrf/39/'],
  ['path.vrfIdNotNumeric', '400 Vrf Id must be numeric', 'GET', '/vrf/abc/'],
  ['path.vrfIdRequired', '400 Vrf Id is required', 'PATCH', '/vrf/', { name: 'new' }],
  ['path.deviceUnknown', '404 Device not found', 'GET', '/devices/39/'],
  ['path.deviceIdUnknown', '404 Device does not exist', 'DELETE', '/devices/39/'],
  ['path.deviceIdInvalid', '400 Invalid device id', 'PATCH', '/devices/', { hostname: 'new' }],
  ['path.deviceIdNotNumeric', '400 ID must be numeric', 'GET', '/devices/abc/'],
  ['path.deviceParameters', '400 Invalid parameters', 'GET', '/devices/1/nonsense/'],
  ['path.searchTermMissing', '400 No search term given', 'GET', '/devices/search/'],
  ['path.toolIdNotNumeric', '400 Identifier must be numeric', 'GET', '/tools/tags/abc/'],
  ['path.toolParameter', '400 Invalid parameter', 'GET', '/tools/tags/1/nonsense/'],
  ['path.toolIdentifier', '400 Invalid subcontroller identifier', 'GET', '/tools/nameservers/1/nonsense/'],
  ['path.useVlans', '400 Please use vlans controller', 'POST', '/tools/vlans/', { name: 'new' }],
  ['path.useVrfs', '400 Please use vrf controller', 'DELETE', '/tools/vrfs/1/'],

  ['parameter.masterSectionUnknown', '400 Invalid masterSection id x', 'POST', '/sections/', { name: 'new', masterSection: 'x' }],
  ['parameter.network', '400 Invalid CIDR format!', 'POST', '/subnets/', { sectionId: 1, subnet: '10.0.0.0' }],
  ['parameter.networkAddress', '400 Invalid IPv6 address! (x::)', 'POST', '/subnets/', { sectionId: 1, subnet: 'x::', mask: 64 }],
  ['parameter.sectionRequired', '400 Invalid Section ()', 'POST', '/subnets/', { isFolder: 1 }],
  ['parameter.sectionUnknown', '400 Section id (39) does not exist', 'POST', '/subnets/', { isFolder: 1, sectionId: 39 }],
  ['parameter.sectionUnknown', '400 Section Id must be numeric (x)', 'PATCH', '/subnets/1/', { sectionId: 'x' }],
  ['parameter.sectionUnknown', '400 Section id (39) does not exist', 'PATCH', '/subnets/1/', { sectionId: 39 }],
  [
    'parameter.masterSubnetUnknown',
    '404 Master Subnet does not exist (id=39)',
    'PATCH',
    '/subnets/1/',
    { sectionId: 1, masterSubnetId: 39 },
  ],
  ['parameter.vlanUnknown', '404 Vlan does not exist', 'PATCH', '/subnets/1/', { vlanId: 39 }],
  ['parameter.vlanUnknown', '404 Vlan does not exist', 'POST', '/subnets/1/first_subnet/26/', { vlanId: 'x' }],
  ['parameter.vrfUnknown', '404 VRF does not exist', 'PATCH', '/subnets/1/', { vrfId: 39 }],
  ['parameter.vrfUnknown', '404 VRF does not exist', 'PATCH', '/subnets/1/', { vrfId: 'x' }],
  ['parameter.vrfUnknown', '404 VRF does not exist', 'POST', '/subnets/1/first_subnet/26/', { vrfId: 39 }],
  ['field.type', '400 Invalid vrfId: an integer expected', 'POST', '/subnets/1/first_subnet/26/', { vrfId: 'x' }],
  ['parameter.subnetNotNumeric', '400 SubnetId must be numeric', 'POST', '/addresses/', { subnetId: 'x', ip: '10.0.0.1' }],
  ['parameter.subnetUnknown', '404 Invalid subnet Id', 'POST', '/addresses/', { subnetId: 39, ip: '10.0.0.1' }],
  ['parameter.addressInvalid', '400 Invalid address (x)', 'POST', '/addresses/', { subnetId: 1, ip: 'x' }],
  ['parameter.macInvalid', '400 Invalid MAC address (x)', 'POST', '/addresses/first_free/1/', { mac: 'x' }],
  ['parameter.deviceUnknown', '400 Device does not exist', 'POST', '/addresses/first_free/1/', { deviceId: 39 }],
  ['parameter.tagInvalid', '400 Invalid state', 'POST', '/addresses/first_free/1/', { tag: 'x' }],
  ['parameter.tagUnknown', '400 Tag does not exist', 'POST', '/addresses/first_free/1/', { tag: 39 }],
  ['field.reference', '400 Invalid state: 39 does not exist', 'PATCH', '/subnets/1/', { state: 39 }],
  ['field.type', '400 Invalid state: an integer expected', 'POST', '/subnets/1/first_subnet/26/', { state: 'Used' }],
  [
    'field.type',
    '400 Invalid permissions: ids separated by semicolons expected',
    'POST',
    '/l2domains/',
    { name: 'new', permissions: 'x' },
  ],
  [
    'field.type',
    '400 Invalid sections: ids separated by semicolons expected',
    'POST',
    '/l2domains/',
    { name: 'new', sections: 'x' },
  ],
  [
    'field.type',
    '400 Invalid sections: ids separated by semicolons expected',
    'POST',
    '/tools/nameservers/',
    { name: 'new', sections: 'x' },
  ],
  ['field.type', '400 Invalid ip_addr: a text expected', 'POST', '/devices/', { hostname: 'new', ip_addr: {} }],
  ['parameter.vlanNumber', '400 Vlan number must be number', 'POST', '/vlan/', { name: 'new' }],
  ['parameter.domainNotNumeric', '400 Domain id must be numeric', 'POST', '/vlan/', { name: 'new', number: 1, domainId: 'x' }],
  ['parameter.domainUnknown', '400 Invalid domain id', 'POST', '/vlan/', { name: 'new', number: 1, domainId: 39 }],
  ...['/devices/', '/tools/devices/'].flatMap((path): Refused[] => [
    ['parameter.deviceTypeInvalid', '400 Invalid devicetype identifier', 'POST', path, { hostname: 'new', type: 'x' }],
    ['parameter.deviceTypeUnknown', '400 Device type does not exist', 'POST', path, { hostname: 'new', type: 39 }],
  ]),
  ['parameter.vlanName', '400 Vlan name is required', 'POST', '/vlan/', { number: 1 }],
  ['parameter.domainName', '400 Domain name is mandatory', 'POST', '/l2domains/', { description: 'new' }],
  ['parameter.vrfName', '400 VRF name is required', 'POST', '/vrf/', { rd: '1:1' }],
  ['parameter.hostname', '400 Hostname is mandatory', 'POST', '/devices/', { description: 'new' }],
  ['parameter.defaultDomain', '409 Default domain cannot be deleted', 'DELETE', '/l2domains/1/'],
  ['parameter.limit', '400 Invalid limit: a whole number from 1 is expected', 'GET', '/subnets/1/all_subnets/26/?limit=0'],

  ['list.noSubnets', '404 No subnets found', 'GET', '/subnets/cidr/9.9.9.0/24/'],
  ['list.noFolders', '404 No folders found', 'GET', '/folders/'],
  ['list.noSlaves', '404 No slaves', 'GET', '/subnets/1/slaves/'],
  ['list.noAddresses', '404 No addresses found', 'GET', '/subnets/1/addresses/'],
  ['list.noAddressFound', '404 Address not found', 'GET', '/addresses/search/9.9.9.9/'],
  ['list.noHostname', '404 Hostname not found', 'GET', '/addresses/search_hostname/nobody/'],
  ['list.noHostbase', '404 Host name not found', 'GET', '/addresses/search_hostbase/nobody/'],
  ['list.noObjects', '404 No objects found', 'GET', '/tools/racks/'],
  ['list.noVlans', '404 No vlans configured', 'GET', '/vlan/'],
  ['list.noVlanFound', '404 Vlans not found', 'GET', '/vlan/search/7/'],
  ['list.noVlansInDomain', '404 No vlans belonging to this domain', 'GET', '/l2domains/1/vlans/'],
  ['list.noVrfs', '404 No vrfs configured', 'GET', '/vrf/'],
  ['list.noDevices', '404 No devices configured', 'GET', '/devices/'],
  ['list.noDeviceFound', '404 No devices found', 'GET', '/devices/search/nothing/'],
  ['filter.nothing', '404 No results (filter applied)', 'GET', '/sections/?filter_by=name&filter_value=nobody'],
];

/** Requests that fail once the custom fields of /prefix/ exist. */
const refusedSelections: readonly Refused[] = [
  ['path.addressType', '400 Invalid address type', 'GET', '/prefix/home/nonsense/24/'],
  ['path.subnetMask', '400 Invalid subnet mask (33)', 'GET', '/prefix/home/v4/33/'],
  ['list.noMasterSubnets', '404 No master subnets found', 'GET', '/prefix/home/'],
  ['list.noFreeAddress', '404 No address found', 'GET', '/prefix/home/v4/address/'],
];

/** The summary of a code in the error table; undefined if it depends on details. */
function summaryOf(errorCode: ErrorCode | RequestErrorCode): string | undefined {
  const [status, text] = errorTable[errorCode];
  return typeof text === 'string' && !text.includes('{') ? `${status} ${text}` : undefined;
}

describe('A refused request', () => {
  let server: ApiServer;
  let send: (method: Method, target: string, body?: object, app?: string) => Promise<Answer>;

  before(async () => {
    const apps = ['ssl', 'static', 'crypt'].map((security) => ({ id: security, permission: 'admin', security, code }));
    const open = ['disabled', 'read', 'write', 'admin'].map((permission) => ({ id: permission, permission, security: 'none' }));
    const main = { id: 'main', permission: 'admin', security: 'none', showLinks: false };
    server = await ApiServer.start({ provision: { apps: [main, ...open, ...apps] } });
    const { id: sectionId } = await server.client.post('/sections/', { name: 'Home' });
    await server.client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 });
    send = (method, target, body, app = 'main') => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
      return server.on(app).send({ method, target, ...sent });
    };
  });
  after(() => server.close());

  /** Expects the summary in the answer and in the error table. */
  const expectRefusal = (answer: Answer, errorCode: ErrorCode | RequestErrorCode, summary: string): void => {
    expect(answer.summary).to.equal(summary);
    const { time, ...envelope } = answer.envelope;
    expect(envelope).to.deep.equal({ code: answer.status, success: false, message: summary.slice(4) });
    expect(time).to.be.a('number');
    expect(summaryOf(errorCode) ?? summary).to.equal(summary);
  };

  for (const [errorCode, summary, method, path, body] of refused) {
    it(`gets ${summary} from ${method} ${path}: ${errorCode}`, async () =>
      expectRefusal(await send(method, path, body), errorCode, summary));
  }

  it('gets the same error in XML', async () => {
    const headers = { 'Content-Type': 'application/xml' };
    const answer = await server.client.send({ method: 'GET', target: '/vlan/39/', headers });
    expect(answer.text.replace(/<time>[\d.]+<\/time>/, '')).to.equal(
      '<?xml version="1.0" encoding="UTF-8"?>\n<vlan><code>404</code><success/><message>Vlan not found</message></vlan>\n',
    );
  });

  const refusedApps: readonly (readonly [RequestErrorCode, string, string, string])[] = [
    ['request.appUnknown', '400 Invalid application id', 'nobody', '/sections/'],
    ['request.appDisabled', '503 Application disabled', 'disabled', '/sections/'],
    ['request.tlsRequired', '503 SSL connection is required for API', 'ssl', '/sections/'],
    ['request.tlsRequired', '503 SSL connection is required for API', 'static', '/sections/'],
    ['request.encrypted', '503 Invalid enc_request', 'crypt', '/sections/'],
    ['access.adminOnly', '503 Invalid app permissions', 'write', '/user/all/'],
    ['access.adminOnly', '503 Invalid app permissions', 'read', '/user/admins/'],
  ];
  for (const [errorCode, summary, app, path] of refusedApps) {
    it(`gets ${summary} on ${app}: ${errorCode}`, async () =>
      expectRefusal(await send('GET', path, undefined, app), errorCode, summary));
  }

  it('gets the error of its path, type or method: request.noApp, path.notFound, request.contentType, access.readOnly', async () => {
    const client = server.unauthenticated('main');
    expectRefusal(await client.raw({ method: 'GET', target: '/api/' }), 'request.noApp', '400 Invalid application id');
    expectRefusal(await client.raw({ method: 'GET', target: '/elsewhere/' }), 'path.notFound', '404 Not Found');
    const headers = { 'Content-Type': 'text/csv; charset=utf-8' };
    const typed = await server.client.send({ method: 'GET', target: '/sections/', headers });
    expectRefusal(typed, 'request.contentType', '415 Invalid Content type text/csv');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expectRefusal(await send(method, '/sections/1/', {}, 'read'), 'access.readOnly', '401 invalid permissions');
  });

  it('gets the exact error of its token on /user/, and access.unauthorized on other paths', async () => {
    let now = new Date(2024, 2, 1, 12, 0, 0);
    const expiring = await ApiServer.start({ clock: { now: () => now } });
    const client = await expiring.signIn('guest', 'main');
    const byToken: readonly (readonly [string | undefined, RequestErrorCode, string])[] = [
      [undefined, 'access.tokenMissing', '403 Please provide token'],
      ['x'.repeat(24), 'access.tokenInvalid', '403 Invalid token'],
      [client.token, 'access.tokenExpired', '403 Token expired'],
    ];
    now = new Date(now.getTime() + 21_601_000);
    for (const [token, errorCode, summary] of byToken) {
      const headers = token === undefined ? {} : { token };
      const sent = (target: string) => expiring.unauthenticated('main').send({ method: 'GET', target, headers });
      expectRefusal(await sent('/user/'), errorCode, summary);
      const elsewhere = await sent('/sections/');
      expectRefusal(elsewhere, 'access.unauthorized', '401 Unauthorized');
      expect(elsewhere.headers.location).to.equal('/api/main/user/');
    }
    await expiring.close();
  });

  it('gets an error for a sign-in on an application with a code: access.notNeeded', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    const proxied = await ApiServer.start({
      trustedProxies: [Prefix.parse('127.0.0.1/32')],
      provision: {
        apps: [
          { id: 'static', permission: 'admin', security: 'static', code },
          { id: 'main', permission: 'admin', security: 'none' },
        ],
      },
    });
    const sent = await proxied
      .unauthenticated('static')
      .send({ method: 'GET', target: '/user/', headers: { ...headers, token: code } });
    expectRefusal(sent, 'access.notNeeded', '409 Authentication not needed');
    await proxied.close();
  });

  it('gets 503 above the limit of parallel requests: request.tooMany', async () => {
    const limitedServer = await ApiServer.start({ maxRequests: 1 });
    const body = connect(Number(new URL(limitedServer.url).port), '127.0.0.1');
    body.write('POST /api/main/user/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n');
    let answer = await limitedServer.client.get('/sections/');
    while (answer.status !== 503) answer = await limitedServer.client.get('/sections/'); // until the other request has started
    expectRefusal(answer, 'request.tooMany', '503 Too many requests at the same time');
    expect(answer.headers['retry-after']).to.equal('1');
    body.destroy();
    await limitedServer.close();
  });

  it('gets errors for a VRF name in use and a VRF without subnets: parameter.vrfNameTaken, list.noSubnetsInVrf', async () => {
    const { id } = await send('POST', '/vrf/', { name: 'taken' });
    const again = await send('POST', '/vrf/', { name: 'taken' });
    expectRefusal(again, 'parameter.vrfNameTaken', '409 VRF with that name already exists');
    const empty = await send('GET', `/vrf/${id}/subnets/`);
    expectRefusal(empty, 'list.noSubnetsInVrf', '404 No subnets belonging to this vrf');
  });

  it('gets 404 for a cleared history: list.noChanges', async () => {
    const storage = { ...createMemoryDatabase(), close: async () => {} };
    const forgetful = await ApiServer.start({ storage });
    const { id } = await forgetful.client.post('/sections/', { name: 'Old' });
    await storage.unitOfWork.run(({ changeLog }) => changeLog.deleteBefore('9999-12-31 00:00:00', null));
    const answer = await forgetful.client.get(`/sections/${id}/changelog/`);
    expectRefusal(answer, 'list.noChanges', '404 No changelogs found');
    await forgetful.close();
  });

  describe('for subnets that are selected by custom fields', () => {
    before(() =>
      server.provision({
        customFields: ['custom_customer_type', 'custom_customer_address_type'].map((name) => ({
          on: 'subnets',
          name,
          type: 'varchar(32)',
        })),
      }),
    );
    for (const [errorCode, summary, method, path] of refusedSelections) {
      it(`gets ${summary} from ${method} ${path}: ${errorCode}`, async () =>
        expectRefusal(await send(method, path), errorCode, summary));
    }
  });

  it('gets no text of an error outside the table', () => {
    expect(answerFor(new Error('a secret'))).to.equal(undefined);
    expect(answerFor('a secret')).to.equal(undefined);
  });
});
