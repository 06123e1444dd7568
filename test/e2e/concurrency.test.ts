import { expect } from 'chai';
import type { TestDatabase } from '../support/databases/postgres-server.js';
import { createEmbeddedDatabase, createPostgresDatabase } from '../support/databases/prepared-databases.js';
import { describeAddressRaces } from './support/races/address-races.js';
import { Fleet } from './support/races/fleet.js';
import { describePairRaces } from './support/races/pair-races.js';
import { describeRangeRaces } from './support/races/range-races.js';
import { describeRequestRaces } from './support/races/request-races.js';
import { describeShapeRaces } from './support/races/shape-races.js';
import { describeFreeSubnetRaces, describeOverlapRaces } from './support/races/subnet-races.js';

/** Test timeout in ms. A service starts slowly on a busy machine. */
const maxWait = 120_000;

describe('Two processes on one PostgreSQL database, called by 50 clients at a time', function () {
  this.timeout(maxWait);
  let database: TestDatabase;
  let fleet: Fleet;

  before(async () => {
    database = await createPostgresDatabase();
    fleet = await Fleet.start(database.url, 2);
  });

  after(async () => {
    await fleet?.stop();
    await database?.drop();
  });

  describeAddressRaces(() => fleet);
  describeRangeRaces(() => fleet);
  describeRequestRaces(() => fleet);
  describeFreeSubnetRaces(() => fleet);
  describeOverlapRaces(() => fleet);
  describePairRaces(() => fleet);
  describeShapeRaces(() => fleet);

  it('logs no warnings or errors', () => {
    expect(fleet.complaints).to.deep.equal([]);
  });
});

describe('One process on the embedded database, called by 50 clients at a time', function () {
  this.timeout(maxWait);
  let database: TestDatabase;
  let fleet: Fleet;

  before(async () => {
    database = await createEmbeddedDatabase();
    fleet = await Fleet.start(database.url, 1);
  });

  after(async () => {
    await fleet?.stop();
    await database?.drop();
  });

  describeAddressRaces(() => fleet);
  describeRangeRaces(() => fleet);
  describeRequestRaces(() => fleet);
  describeFreeSubnetRaces(() => fleet);

  it('logs no warnings or errors', () => {
    expect(fleet.complaints).to.deep.equal([]);
  });
});
