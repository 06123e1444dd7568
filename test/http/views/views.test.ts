import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

describe('Saved views of the console', () => {
  let server: ApiServer;
  let admin: ApiClient;
  let operator: ApiClient;
  let guest: ApiClient;

  before(async () => {
    server = await ApiServer.start();
    admin = await server.signIn('Admin', 'main');
    operator = await server.signIn('operator', 'main');
    guest = await server.signIn('guest', 'main');
  });
  after(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  const save = (client: ApiClient, given: object = {}) =>
    client.post('/views/', { name: 'Full subnets', path: 'records/subnet?sort=-usage', ...given });
  const names = async (client: ApiClient) => (await client.get('/views/')).records.map(({ name }) => name);

  it('are visible only to their author, in the list and by id', async () => {
    const made = await save(operator, { name: 'My own' });
    expect(made.summary).to.equal('201');
    expect(made.record).to.include({ name: 'My own', path: 'records/subnet?sort=-usage', shared: '0', author: 'operator' });
    const { id } = made.record;
    expect(await names(operator)).to.include('My own');
    expect((await operator.get(`/views/${id}/`)).record.name).to.equal('My own');
    for (const other of [admin, guest]) {
      expect(await names(other)).not.to.include('My own');
      expect((await other.get(`/views/${id}/`)).summary).to.equal(`404 There is no view ${id}`);
      expect((await other.patch(`/views/${id}/`, { name: 'x' })).summary).to.equal(`404 There is no view ${id}`);
      expect((await other.delete(`/views/${id}/`)).summary).to.equal(`404 There is no view ${id}`);
    }
  });

  it('are visible to all users when shared, but only their author and administrators can change them', async () => {
    const { id } = (await save(operator, { name: 'Shared', shared: 1 })).record;
    expect(await names(guest)).to.include('Shared');
    expect((await guest.patch(`/views/${id}/`, { name: 'x' })).status).to.equal(403);
    expect((await guest.delete(`/views/${id}/`)).status).to.equal(403);
    expect((await operator.patch(`/views/${id}/`, { path: 'map' })).record).to.include({
      name: 'Shared',
      path: 'map',
      shared: '1',
    });
    expect((await admin.patch(`/views/${id}/`, { name: 'Renamed' })).record).to.include({ name: 'Renamed', author: 'operator' });
    expect((await admin.delete(`/views/${id}/`)).summary).to.equal('200');
    expect((await operator.get(`/views/${id}/`)).status).to.equal(404);
  });

  it('accept only paths of console pages', async () => {
    const outside = [
      '//evil.example',
      '/admin',
      'https://evil.example/',
      '../api',
      'a/../../b',
      'javascript:alert(1)',
      'a b',
      '',
    ];
    for (const path of outside) expect((await save(operator, { path })).status, path).to.equal(400);
    for (const path of ['map?at=10.0.0.0%2F8', 'sections/1?where=%5B%22vlanId+eq+1%22%5D', 'records/vlan'])
      expect((await save(operator, { path })).status, path).to.equal(201);
  });

  it('require a name and refuse unknown members', async () => {
    expect((await save(operator, { name: '' })).status).to.equal(400);
    expect((await save(operator, { name: 'x'.repeat(65) })).status).to.equal(400);
    expect((await save(operator, { author: 'admin' })).status).to.equal(400);
  });

  it('are not stored by a dry run', async () => {
    const answer = await operator.post('/views/?dry_run=1', { name: 'Dry', path: 'map' });
    expect(answer.status).to.be.below(300);
    expect(await names(operator)).not.to.include('Dry');
  });

  it('are limited to 200 per user, also for parallel requests', async () => {
    const own = async () => (await guest.get('/views/')).records.filter(({ author }) => author === 'guest').length;
    for (let made = await own(); made < 199; made++) await save(guest, { name: `view ${made}` });
    const answers = await Promise.all([save(guest), save(guest), save(guest)]);
    expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([201, 400, 400]);
    expect(await own()).to.equal(200);
  });
});
