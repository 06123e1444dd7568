import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import type { ServiceProcess } from '../../support/processes/service-process.js';
import { makeWorld } from './sample-world.js';

/** Expects that a service reads, writes and signs users in. */
export async function expectUsualAnswers(service: ServiceProcess, client: ApiClient): Promise<void> {
  const world = await makeWorld(client);
  expect((await client.get(`/subnets/${world.subnet}/`)).record).to.include({
    subnet: '10.99.0.0',
    mask: '16',
    description: 'leaf',
  });
  expect((await client.post(`/addresses/first_free/${world.subnet}/`)).envelope).to.include({ code: 201, data: '10.99.0.3' });
  const other = await service.signIn();
  expect((await other.get('/user/')).status).to.equal(200);
  other.close();
}
