import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { describeCrud } from '../support/crud-suite.js';

describeCrud({
  path: '/l2domains/',
  sample: (n) => ({ name: `domain${n}`, description: 'an L2 domain', sections: '1;2', number: n, domainId: 2 }),
  change: { description: 'changed' },
  defaults: { domainId: '1', editDate: null },
  builtIn: 1,
  says: {
    created: { message: 'L2 domain created' },
    changed: 'L2 domain updated',
    deleted: 'L2 domain deleted and vlans migrated to default domain',
    unknown: '404 Invalid domain id',
    notNumeric: '400 Domain id must be numeric',
    changeUnknown: '404 Invalid domain id',
    deleteUnknown: '404 Invalid domain id',
    changeNothing: '400 No values to update',
    withoutId: '400 Invalid domain id',
  },
  rels: ['self', 'vlans'],
});

describe('/l2domains/', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
  });
  after(() => server.close());

  it('has a default domain, which cannot be deleted', async () => {
    expect((await client.get('/l2domains/1/')).record).to.include({
      id: '1',
      name: 'default',
      sections: null,
      domainId: '1',
      editDate: null,
    });
    expect((await client.delete('/l2domains/1/')).summary).to.equal('409 Default domain cannot be deleted');
    expect((await client.delete('/l2domains/')).summary).to.equal('400 Domain id must be numeric');
  });

  it('accepts the sections as permissions too, and shows them as sections', async () => {
    const { id } = await client.post('/l2domains/', { name: 'restricted', permissions: '1;2' });
    expect((await client.get(`/l2domains/${id}/`)).record)
      .to.include({ sections: '1;2' })
      .and.not.have.property('permissions');
  });

  it('requires a name, which need not be unique', async () => {
    for (const body of [{}, { name: '' }, { description: 'x' }]) {
      expect((await client.post('/l2domains/', body)).summary).to.equal('400 Domain name is mandatory');
    }
    expect((await client.post('/l2domains/', { name: 'restricted' })).status).to.equal(201);
    expect((await client.patch('/l2domains/abc/', { name: 'x' })).summary).to.equal('400 Invalid domain id');
  });

  it('lists the VLANs of a domain, which move to the default domain when it is deleted', async () => {
    const { id } = await client.post('/l2domains/', { name: 'leaving' });
    expect((await client.get(`/l2domains/${id}/vlans/`)).summary).to.equal('404 No vlans belonging to this domain');
    const vlan = await client.post('/vlan/', { name: 'moving', number: 200, domainId: id });
    expect((await client.get(`/l2domains/${id}/vlans/`)).records.map(({ vlanId }) => vlanId)).to.deep.equal([String(vlan.id)]);
    const [linked] = (await server.on('links').get(`/l2domains/${id}/vlans/`)).records;
    expect(linked?.links).to.have.nested.property('[0].href', `/api/links/tools/vlans/${vlan.id}/`);
    expect((await client.get(`/l2domains/${id}/foo/`)).record.name).to.equal('leaving');
    expect((await client.delete(`/l2domains/${id}/`)).status).to.equal(200);
    expect((await client.get(`/vlan/${vlan.id}/`)).record.domainId).to.equal('1');
    expect((await client.get('/l2domains/4711/vlans/')).summary).to.equal('404 Invalid domain id');
    expect((await client.get('/l2domains/custom_fields/')).summary).to.equal('404 No custom fields defined');
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
