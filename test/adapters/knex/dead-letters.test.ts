import { expect } from 'chai';
import { webhooksIn } from '../../../adapters/knex/identity/administered-repositories.js';
import { sql } from '../../../adapters/knex/sessions/sql.js';
import { withSession } from './fresh-database.js';

describe('Dead letters', () => {
  it('of earlier versions have no application', () => {
    const webhook = sql`insert into webhooks (name, url, secret, comment, kinds, sections) values ('old', 'https://hooks.example', 'secret', '', '[]', '[]')`;
    const letter = sql`insert into webhook_dead_letters (webhook, event) values ('old', '{"id": "1.a", "by": "ann"}')`;
    return withSession([webhook, letter], async (session) => {
      const [stored] = await webhooksIn(session).deadLetters('old', 9);
      expect(stored?.event).to.deep.equal({ id: '1.a', by: 'ann', app: null });
    });
  });
});
