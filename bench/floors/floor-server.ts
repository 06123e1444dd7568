/**
 * The floors: minimal Koa servers for the same answers, with the same database and driver. They run in a separate process, like
 * the service: `node floor-server.js postgres://...`, or `node floor-server.js DIRECTORY` for a data directory of PGlite. It
 * prints its URL.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { openEmbedded, openServer, type SqlSession } from '../sql-session.js';
import { lists, oneSubnet, takeAddress } from './floor-queries.js';

/** Number of connections, equal to the service's. */
const connections = 10;

async function answer(context: Koa.Context, session: SqlSession): Promise<void> {
  const [, what = '', id = '', list = ''] = context.path.split('/');
  if (what === 'row') context.body = { data: (await session.rows('one', oneSubnet, [id]))[0] };
  else if (what === 'take') {
    context.status = 201;
    context.body = { data: (await session.rows('take', takeAddress, [id, 'API created']))[0] };
  } else if (what === 'list') context.body = { data: await session.rows(list, lists[list] ?? '', [id]) };
}

const [database = ''] = process.argv.slice(2);
const session = database.startsWith('postgres') ? openServer(database, connections) : await openEmbedded(database);
const koa = new Koa().use((context) => answer(context, session));
koa.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') console.error(error); // clients disconnect at the end of a round
});
const server = createServer(koa.callback());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => {
  void session.close().then(() => process.exit());
});
