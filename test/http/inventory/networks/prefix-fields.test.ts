import { expect } from 'chai';
import { ApiServer } from '../../../support/api-server.js';

describe('/prefix/ without the custom fields', () => {
  let server: ApiServer;
  before(async () => {
    server = await ApiServer.start();
  });
  after(() => server.close());

  const missing: readonly (readonly [path: string, field: string])[] = [
    ['x/', 'custom_customer_type'],
    ['x/v4/28/', 'custom_customer_type'],
    ['x/address/', 'custom_customer_address_type'],
    ['x/v4/address/', 'custom_customer_address_type'],
    ['external_id/x/', 'csid'],
  ];
  for (const [path, field] of missing) {
    it(`returns 400 for the missing field ${field} at ${path}`, async () => {
      expect((await server.client.get(`/prefix/${path}`)).summary).to.equal(`400 Invalid custom field ${field}`);
    });
  }

  it('uses fields without the prefix custom_, and fields of the settings', async () => {
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Customers' })).id;
    const type = 'varchar(32)';
    await server.provision({
      customFields: [
        { on: 'subnets', name: 'customer_type', type },
        { on: 'subnets', name: 'pool', type },
      ],
    });
    await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24, customer_type: 'home', pool: 'voip' });
    expect((await client.get('/prefix/home/v4/28/')).envelope.data).to.equal('10.0.0.0/28');
    await server.provision({ settings: { prefixFields: { addresses: 'pool' } } });
    expect((await client.get('/prefix/voip/v4/address/')).envelope.data).to.equal('10.0.0.1');
  });
});
