/**
 * The floors: the least that a service in Koa would do for an answer, over the same database and driver. A process of its
 * own, as the service is: `node floor-server.js postgres://...` or `node floor-server.js DIRECTORY` for a data directory of
 * PGlite. It prints its URL.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Koa from 'koa';
import { openEmbedded, openServer, type SqlSession } from '../sql-session.js';
import { lists, oneSubnet, takeAddress } from './floor-queries.js';

/** As many as the service has. */
const connections = 10;

/** Rows are joined to pieces of about this length before they are written. */
const pieceLength = 65_536;

async function answer(context: Koa.Context, session: SqlSession): Promise<void> {
  const [, what = '', id = '', list = ''] = context.path.split('/');
  if (what === 'row') context.body = { data: (await session.rows('one', oneSubnet, [id]))[0] };
  else if (what === 'take') {
    context.status = 201;
    context.body = { data: (await session.rows('take', takeAddress, [id, 'API created']))[0] };
  } else if (what === 'list') {
    context.type = 'application/json';
    const body = new PassThrough();
    context.body = body;
    void writeRows(body, session, lists[list] ?? '', id).catch((error: Error) => body.destroy(error));
  }
}

async function writeRows(body: PassThrough, session: SqlSession, sql: string, id: string): Promise<void> {
  let piece = '{"data":[';
  let separator = '';
  await session.each(sql, [id], (row) => {
    piece += separator + JSON.stringify(row);
    separator = ',';
    if (piece.length < pieceLength) return;
    body.write(piece);
    piece = '';
  });
  body.end(`${piece}]}`);
}

const [database = ''] = process.argv.slice(2);
const session = database.startsWith('postgres') ? openServer(database, connections) : await openEmbedded(database);
const koa = new Koa().use((context) => answer(context, session));
const server = createServer(koa.callback());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('SIGTERM', () => {
  void session.close().then(() => process.exit());
});
