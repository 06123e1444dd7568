/**
 * The REST interface below a path of an Express server, beside your own routes. Express parses the bodies, and the interface uses
 * the parsed bodies. Run: npm install express, then node examples/express-mount.js
 */
import express from 'express';
import { createIpam } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';

const ipam = await createIpam({ storage: { database: createMemoryDatabase() }, basePath: '/ipam' });
await ipam.administration.provision({ apps: [{ id: 'portal', permission: 'write', security: 'none' }] });
await ipam.administration.provision({ users: [{ username: 'ann', password: 'secret of ann', role: 'Administrator' }] });

const app = express();
app.use(express.json());
app.get('/', (_request, response) => response.send('a page of your own'));
app.use('/ipam', (request, response) => ipam.handle(request, response));

const server = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}`;
  console.log(await (await fetch(url)).text());
  const authorization = `Basic ${Buffer.from('ann:secret of ann').toString('base64')}`;
  const signIn = await fetch(`${url}/ipam/api/portal/user/`, { method: 'POST', headers: { authorization } });
  const { data } = await signIn.json();
  const created = await fetch(`${url}/ipam/api/portal/sections/`, {
    method: 'POST',
    headers: { token: data.token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Office' }),
  });
  console.log(`${created.status}: ${created.headers.get('location')}`);
  server.closeAllConnections();
  server.close();
  await ipam.close();
});
