import { expect } from 'chai';
import type { Connection } from '../../../../adapters/knex/connection/connection.js';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { readHosts, ServerHosts } from '../../../../adapters/knex/connection/server-hosts.js';
import { ConnectionPool } from '../../../../adapters/knex/waiting/connection-pool.js';
import { onPostgres } from '../fresh-database.js';

describe('A pool of connections', () => {
  it('gives its connection to quick and long uses in turn', () =>
    onPostgres(async (url) => {
      const limits = limitsOf(10_000);
      const hosts = new ServerHosts(readHosts(url), limits);
      const pool = new ConnectionPool({ max: 1, wait: limits.wait, open: () => hosts.open({}) });
      const order: string[] = [];
      const use = async (name: string, isQuick: boolean): Promise<void> => {
        const connection: Connection = await pool.acquire({ isQuick });
        order.push(name);
        pool.release(connection);
      };
      try {
        const held = await pool.acquire();
        const uses = ['long 1', 'long 2', 'long 3', 'quick 1', 'quick 2'].map((name) => use(name, name.startsWith('quick')));
        pool.release(held);
        await Promise.all(uses);
        expect(order).to.deep.equal(['quick 1', 'long 1', 'quick 2', 'long 2', 'long 3']);
      } finally {
        await pool.close(1000);
      }
    }));
});
