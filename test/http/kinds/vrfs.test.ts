import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { type CrudSubject, describeCrud } from '../support/crud-suite.js';

const vrfs = {
  location: '/vrfs/',
  sample: (n) => ({ name: `vrf${n}`, rd: `65000:${n}`, description: 'a VRF', sections: '1;2' }),
  change: { description: 'changed' },
  defaults: { editDate: null, customer_id: null },
  says: {
    created: { message: 'VRF created' },
    changed: 'VRF updated',
    deleted: 'VRF deleted',
    none: '404 No vrfs configured',
    unknown: '400 Invalid VRF id',
    notNumeric: '400 Vrf Id must be numeric',
    changeUnknown: '400 Invalid VRF id',
    deleteUnknown: '400 Invalid VRF id',
    changeNothing: '400 No values to update',
    withoutId: '400 Vrf Id is required',
  },
} satisfies Partial<CrudSubject>;

describeCrud({ ...vrfs, path: '/vrfs/', rels: ['self', 'subnets'] });
describeCrud({ ...vrfs, path: '/vrf/', idName: 'vrfId' });

describe('/vrfs/ and /vrf/', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    client = server.client;
  });
  after(() => server.close());

  it('refuses to delete a VRF whose network would overlap another one in a strict section', async () => {
    const section = await client.post('/sections/', { name: 'Two worlds', strictMode: 1 });
    const vrf = await client.post('/vrfs/', { name: 'overlapping' });
    const place = { subnet: '10.81.0.0', mask: 24, sectionId: section.id };
    const one = await client.post('/subnets/', { ...place, vrfId: vrf.id });
    const other = await client.post('/subnets/', place);
    const text = `10.81.0.0/24 (subnet ${one.id}) would overlap 10.81.0.0/24 (subnet ${other.id}) in a strict section`;
    expect((await client.delete(`/vrfs/${vrf.id}/`)).summary).to.equal(`409 ${text}`);
    expect((await client.delete(`/subnets/${other.id}/`)).summary).to.equal('200');
    expect((await client.delete(`/vrfs/${vrf.id}/`)).summary).to.equal('200');
    const loose = await client.post('/sections/', { name: 'Loose', strictMode: 0 });
    for (const mask of [24, 25]) await client.post('/subnets/', { ...place, mask, sectionId: loose.id });
    expect((await client.patch(`/sections/${loose.id}/`, { strictMode: 1 })).status).to.equal(409);
  });

  it('refuses a VRF without a name, or with a name in use', async () => {
    const { id } = await client.post('/vrf/', { name: 'red', rd: '65000:1' });
    const other = await client.post('/vrf/', { name: 'blue' });
    expect((await client.post('/vrf/', {})).summary).to.equal('400 VRF name is required');
    expect((await client.post('/vrf/', { name: 'red' })).summary).to.equal('409 VRF with that name already exists');
    expect((await client.patch(`/vrf/${other.id}/`, { name: 'red' })).summary).to.equal('409 VRF with that name already exists');
    expect((await client.patch(`/vrf/${id}/`, { name: 'red' })).summary).to.equal('200');
    expect((await client.patch(`/vrf/${id}/`, { name: null })).summary).to.equal('400 VRF name is required');
    expect((await client.post('/vrf/', { name: 'v'.repeat(33) })).summary).to.equal(
      '400 Invalid name: longer than 32 characters',
    );
  });

  it('accepts the id as vrfId in the body', async () => {
    const { id } = await client.post('/vrf/', { name: 'green' });
    expect((await client.patch('/vrf/', { vrfId: id, rd: '65000:3' })).summary).to.equal('200');
    expect((await client.get(`/vrf/${id}/`)).record.rd).to.equal('65000:3');
    expect((await client.delete('/vrf/abc/')).summary).to.equal('400 Vrf Id must be numeric');
    expect((await client.delete('/vrf/')).summary).to.equal('400 Vrf Id is required');
  });

  it('lists the subnets of a VRF, and removes the VRF from them when it is deleted', async () => {
    const { id } = await client.post('/vrf/', { name: 'yellow', sections: '1;2' });
    expect((await client.get(`/vrf/${id}/subnets/`)).summary).to.equal('404 No subnets belonging to this vrf');
    const sectionId = (await client.post('/sections/', { name: 'Of VRFs' })).id;
    const subnetId = (await client.post('/subnets/', { subnet: '10.2.0.0', mask: 24, sectionId, vrfId: id })).id;
    for (const path of [`/vrf/${id}/subnets/`, `/tools/vrfs/${id}/subnets/`, `/tools/vrf/${id}/subnets/`]) {
      expect((await client.get(path)).records.map((record) => record.id)).to.deep.equal([String(subnetId)]);
    }
    expect((await client.get('/vrf/4711/subnets/')).summary).to.equal('400 Invalid VRF id');
    expect((await client.get('/vrf/abc/subnets/')).summary).to.equal('400 Vrf Id must be numeric');
    expect((await client.get(`/vrf/${id}/foo/`)).summary).to.equal('400 Invalid identifier');
    expect((await client.delete(`/vrf/${id}/`)).status).to.equal(200);
    expect((await client.get(`/subnets/${subnetId}/`)).record.vrfId).to.equal('0');
  });

  it('logs no warnings or errors', () => expect(server.complaints).to.deep.equal([]));
});
