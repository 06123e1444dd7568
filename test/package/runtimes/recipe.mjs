import { createClient, hasCode } from '@hexipam/client';

function check(holds, what) {
  if (!holds) throw new Error(`unexpected: ${JSON.stringify(what)}`);
}

/** Allocates addresses, reads them in pages, meets an error and reads the change feed. */
export async function run(url, name, password) {
  const ipam = createClient({ url, app: 'default', credentials: { username: 'Admin', password } });
  const { id: sectionId } = await ipam.post('/sections/', { body: { name } });
  const { id: subnetId } = await ipam.post('/subnets/', { body: { sectionId, subnet: '10.99.0.0', mask: 24 } });
  const allocated = new Set();
  for (let count = 0; count < 30; count++) {
    const { data } = await ipam.post('/addresses/first_free/{subnetId}/', { params: { path: { subnetId } }, body: {} });
    allocated.add(data);
  }
  check(allocated.size === 30, [...allocated]);

  let read = 0;
  for await (const { ip } of ipam.list('/subnets/{id}/addresses/', { params: { path: { id: subnetId }, query: { limit: 7 } } })) {
    check(allocated.has(ip), ip);
    read++;
  }
  check(read === 30, read);

  const failure = await ipam.get('/addresses/{id}/', { params: { path: { id: 999_999 } } }).catch((error) => error);
  check(hasCode(failure, 'address.unknown'), failure);

  const changes = [];
  for await (const { id } of ipam.changes()) {
    changes.push(id);
    if (changes.length === 5) break;
  }
  check(changes.length === 5, changes);
  return `${name}: allocated 30 addresses, read them in pages, met an error and read the change feed`;
}
