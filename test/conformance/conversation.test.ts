import { expect } from 'chai';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { Conversation, type Outcome } from './conversation.js';
import { ConversationPartner } from './conversation-partner.js';
import { deliberateDifferences } from './deliberate-differences.js';
import { type Exchange, readExchanges } from './recording.js';

const databases: readonly (readonly [name: string, make: () => Promise<TestDatabase>])[] = [
  ['the embedded database', createEmbeddedDatabase],
  ['PostgreSQL', createPostgresDatabase],
];

const exchanges = readExchanges();
const compared = exchanges.filter(({ expect: recorded }) => recorded !== undefined);

/** Exchanges whose recorded answers are compared, by group. */
function byGroup(): ReadonlyMap<string, readonly Exchange[]> {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of compared) groups.set(exchange.group, [...(groups.get(exchange.group) ?? []), exchange]);
  return groups;
}

for (const [name, make] of databases) {
  describe(`The recorded conversation on ${name}`, () => {
    const outcomes = new Map<number, Outcome>();

    before(async function () {
      this.timeout(240_000);
      const database = await make();
      const partner = await ConversationPartner.start(database.url);
      try {
        const conversation = new Conversation(partner);
        await conversation.prepare();
        for (const outcome of await conversation.hold(exchanges)) outcomes.set(outcome.exchange.seq, outcome);
      } finally {
        await partner.stop();
        await database.drop();
      }
    });

    it('compares every recorded answer', () => {
      expect([...outcomes.keys()]).to.deep.equal(compared.map(({ seq }) => seq));
    });

    for (const [group, members] of byGroup())
      describe(group, () => {
        for (const { seq, name: title, method, path } of members) {
          const deliberate = deliberateDifferences.get(seq);
          const differences = (): readonly string[] => outcomes.get(seq)?.differences ?? ['there was no answer'];
          if (deliberate === undefined)
            it(`answers #${seq} as recorded: ${title} (${method} ${path.slice(0, 80)})`, () => {
              expect(differences()).to.deep.equal([]);
            });
          else
            it(`answers #${seq} differently on purpose: ${deliberate.reason}`, () => {
              expect(differences()).to.not.deep.equal([]);
              expect(outcomes.get(seq)?.answer).to.deep.equal(deliberate.answer);
            });
        }
      });
  });
}

describe('The list of deliberate differences', () => {
  it('contains only exchanges with compared answers', () => {
    const known = new Set(compared.map(({ seq }) => seq));
    expect([...deliberateDifferences.keys()].filter((seq) => !known.has(seq))).to.deep.equal([]);
  });
});
