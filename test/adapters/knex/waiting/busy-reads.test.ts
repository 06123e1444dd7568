import { expect } from 'chai';
import { limitsOf } from '../../../../adapters/knex/connection/limits.js';
import { repositoriesIn } from '../../../../adapters/knex/repositories.js';
import { PoolSession } from '../../../../adapters/knex/sessions/pool-session.js';
import { sql } from '../../../../adapters/knex/sessions/sql.js';
import { Connections } from '../../../../adapters/knex/waiting/connections.js';
import { onPostgres, withMigrated } from '../fresh-database.js';

const lock = () => sql`select pg_advisory_xact_lock(1)`;

describe('Long reads on all read connections', () => {
  it('do not delay lookups of the caller, the application and the custom fields', () =>
    onPostgres((url) =>
      withMigrated({ url }, async () => {
        const connections = Connections.toServer(url, { poolSize: 4, limits: limitsOf(10_000), keepStatements: true });
        const session = new PoolSession(connections);
        const { apps, tokens, users, settings, customFields, signInAttempts, signInOrigins } = repositoriesIn(session);
        try {
          const order: string[] = [];
          const long = await session.transact(async (transaction) => {
            await transaction.rows(lock());
            const waiting = session.rows(lock()).then(() => order.push('long'));
            await Promise.all([
              apps.find('default'),
              apps.list(),
              tokens.find('digest'),
              users.find(1),
              users.findByName('Admin'),
              users.findPasswordHash(1),
              settings.read(),
              customFields.list(),
              signInAttempts.find('client 127.0.0.1'),
              signInOrigins.isKnown(1, '127.0.0.1', new Date(0)),
            ]);
            order.push('short');
            return { waiting };
          });
          await long.waiting;
          expect(order).to.deep.equal(['short', 'long']);
        } finally {
          await connections.close();
        }
      }),
    ));
});
