/**
 * An HTTP service with one endpoint and the SQLite storage: `POST /first_free/ID` allocates the next free address of a subnet.
 * Run: node examples/sqlite/first-free.js [FILE]. It requests three addresses of a /30 from itself, and exits.
 */
import { createServer } from 'node:http';
import { createIpam, IpamError, internalCaller, Prefix } from 'hexipam';
import { openSqliteStorage } from './storage.js';

const file = process.argv[2] ?? 'hexipam.db';
const database = openSqliteStorage(file);
const ipam = await createIpam({ storage: { database } });

const statuses = { 'subnet.unknown': 404, 'allocation.noAddress': 404, 'storage.unsupported': 501 };

async function answer({ method, url }, response) {
  const [, id] = /^\/first_free\/(\d+)$/.exec(url) ?? [];
  if (method !== 'POST' || id === undefined) return response.writeHead(404).end();
  try {
    const { ip } = await ipam.allocation.allocateAddress(internalCaller, Number(id), {});
    response.writeHead(201).end(String(ip));
  } catch (error) {
    const status = IpamError.is(error) ? (statuses[error.code] ?? 400) : 500;
    response.writeHead(status).end(error.message);
  }
}

const server = createServer((request, response) => void answer(request, response));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

const sectionId = await ipam.sections.create(internalCaller, { name: `Office ${Date.now()}` });
const { id } = await ipam.subnets.create(internalCaller, Prefix.parse('10.20.0.0/30'), { sectionId });
console.log(`capabilities: ${ipam.capabilities.join()}`);
for (let request = 0; request < 3; request++) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/first_free/${id}`, { method: 'POST' });
  console.log(`${response.status} ${await response.text()}`);
}

server.closeAllConnections();
await new Promise((resolve) => server.close(resolve));
await ipam.close();
await database.close();
