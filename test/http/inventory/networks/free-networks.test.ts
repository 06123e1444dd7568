import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';

/** The whole record, as the Go SDK sends it for a new subnet. The path overrides its position. */
const fromGo = {
  subnet: '192.0.2.0',
  mask: '30',
  sectionId: '4711',
  masterSubnetId: '4711',
  permissions: '{"99":"3"}',
  description: 'Terraform',
  isFolder: '1',
  showName: '1',
};

describe('the next free network', () => {
  let server: ApiServer;
  let client: ApiClient;

  before(async () => {
    const customFields = ['custom_customer_type', 'custom_customer_address_type'].map((name) => ({
      on: 'subnets',
      name,
      type: 'varchar(32)',
    }));
    server = await ApiServer.start({ provision: { customFields } });
    client = server.client;
    await client.post('/sections/', { name: 'Home', strictMode: 1, permissions: '{"2":"3"}' });
    const custom = { custom_customer_type: 'lab', custom_customer_address_type: 'hosts' };
    await client.post('/subnets/', { subnet: '10.0.0.0', mask: 16, sectionId: 1, ...custom });
  });
  after(() => server.close());

  it('gets its position from the path, not from the sent record', async () => {
    for (const [path, cidr] of [
      ['/subnets/1/first_subnet/24/', '10.0.0.0/24'],
      ['/subnets/1/last_subnet/24/', '10.0.255.0/24'],
      ['/prefix/lab/v4/24/', '10.0.1.0/24'],
    ] as const) {
      const made = await client.post(path, fromGo);
      expect(made.summary, path).to.equal('201');
      expect(made.envelope.data).to.equal(cidr);
      expect((await client.get(`/subnets/${made.id}/`)).record).to.include({
        sectionId: '1',
        masterSubnetId: '1',
        isFolder: '0',
        permissions: '{"2":"3"}',
        description: 'Terraform',
        showName: '1',
      });
    }
  });

  it('accepts the record in XML too, and refuses unknown fields', async () => {
    const body = '<subnets><subnet/><mask>25</mask><sectionId>2</sectionId><description>x</description></subnets>';
    const headers = { 'Content-Type': 'application/xml' };
    const made = await client.send({ method: 'POST', target: '/subnets/1/first_subnet/24/', headers, body });
    expect(made.status, made.text).to.equal(201);
    expect((await client.post('/subnets/1/first_subnet/24/', { bogus: 1 })).summary).to.equal('400 Invalid request key bogus');
  });

  it('allocates an address, and ignores IP and subnet of the sent record', async () => {
    const { id } = await client.post('/subnets/1/first_subnet/24/', {});
    const address = { ip: '192.0.2.1', hostname: 'a', tag: null };
    const first = await client.post(`/addresses/first_free/${id}/`, { ...address, subnetId: id });
    expect(first.summary).to.equal('201');
    expect((await client.get(`/addresses/${first.id}/`)).record).to.include({ subnetId: String(id), tag: '2' });
    await client.patch('/subnets/1/', { custom_customer_address_type: null });
    await client.patch(`/subnets/${id}/`, { custom_customer_address_type: 'hosts' });
    const second = await client.post('/prefix/hosts/v4/address/', { ...address, subnetId: 4711 });
    expect(second.summary).to.equal('201');
    expect(second.envelope.data).to.equal(`${String(first.envelope.data).replace(/\.1$/, '.2')}`);
  });

  it('splits into parts with default names when the prefix is empty', async () => {
    const { id } = await client.post('/subnets/', { subnet: '10.7.0.0', mask: 24, sectionId: 1 });
    expect((await client.patch(`/subnets/${id}/split/`, { number: 2, prefix: '' })).summary).to.equal('200');
    const parts = (await client.get(`/subnets/${id}/slaves/`)).records;
    expect(parts.map(({ description }) => description)).to.deep.equal(['split_subnet_1', 'split_subnet_2']);
  });

  it('counts the edge addresses of a full network in the usage of its parent', async () => {
    const { id } = await client.post('/subnets/', { subnet: '10.8.0.0', mask: 24, sectionId: 1 });
    const full = { sectionId: 1, masterSubnetId: id, isFull: 1 };
    await client.post('/subnets/', { ...full, subnet: '10.8.0.0', mask: 25 });
    const usage = { Used: '126', Reserved: '2', used: '128', freehosts: '128', maxhosts: '256' };
    expect((await client.get(`/subnets/${id}/usage/`)).record).to.include(usage);
    await client.post('/subnets/', { ...full, subnet: '10.8.0.128', mask: 26, isPool: 1 });
    await client.post('/subnets/', { ...full, subnet: '10.8.0.192', mask: 31 });
    await client.post('/subnets/', { ...full, subnet: '10.8.0.194', mask: 32 });
    expect((await client.get(`/subnets/${id}/usage/`)).record).to.include({
      Used: '193',
      Reserved: '2',
      used: '195',
      freehosts: '61',
    });
    const [inFull] = (await client.get(`/sections/1/subnets/?filter_by=subnet&filter_value=10.8.0.0&filter_match=partial`))
      .records;
    expect(inFull?.usage).to.include({ used: '195' });
  });
});
