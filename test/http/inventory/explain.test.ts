import { expect } from 'chai';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

interface Explanation {
  readonly refusal?: string;
  readonly ranges: readonly { first: string; last: string; reason: string; until?: string }[];
  readonly leftOff: string;
}

describe('Explanations of allocations', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  let subnetId: number;
  const now = new Date(2026, 2, 1, 12, 0, 0);
  const network = async (subnet: string, mask: number, fields: object = {}) =>
    (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  const readExplanation = ({ text }: Answer): Explanation | undefined => JSON.parse(text).explain;
  const rangesOf = (answer: Answer) =>
    readExplanation(answer)?.ranges.map(({ first, last, reason }) => `${first}-${last} ${reason}`);

  beforeEach(async () => {
    server = await ApiServer.start({ clock: { now: () => now } });
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Section', strictMode: 1 })).id;
    subnetId = await network('10.0.0.0', 29);
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  it('are returned on request only, for allocations, dry runs and reads', async () => {
    await client.post('/addresses/', { subnetId, ip: '10.0.0.1' });
    await client.post('/addresses/', { subnetId, ip: '10.0.0.2', tag: 3 });
    await client.post('/addresses/', { subnetId, ip: '10.0.0.3', hold: 60 });
    const expected = ['10.0.0.0-10.0.0.0 edge', '10.0.0.1-10.0.0.1 used', '10.0.0.2-10.0.0.2 reserved', '10.0.0.3-10.0.0.3 held'];
    const target = `/addresses/first_free/${subnetId}/`;
    for (const answer of [
      await client.get(`${target}?explain=1`),
      await client.get(`/subnets/${subnetId}/first_free/?explain=1`),
      await client.post(target, { explain: 1, dry_run: 1 }),
      await client.post(target, { explain: 1 }),
    ]) {
      expect(answer.envelope.data).to.equal('10.0.0.4');
      expect(rangesOf(answer)).to.deep.equal(expected);
      expect([readExplanation(answer)?.leftOff, readExplanation(answer)?.ranges[3]?.until]).to.deep.equal([
        '0',
        '2026-03-01 12:01:01',
      ]);
    }
    for (const answer of [
      await client.get(target),
      await client.post(target, { explain: 0 }),
      await client.get(`${target}?explain=0`),
    ])
      expect(answer.text).not.to.contain('explain');
    const { text } = await client.send({
      method: 'GET',
      target: `${target}?explain=1`,
      headers: { 'content-type': 'application/xml' },
    });
    expect(text).to.contain('<reason>held</reason>');
  });

  it('cover several addresses, the policy highest, and failed allocations', async () => {
    const target = `/addresses/first_free/${subnetId}/`;
    await client.post('/addresses/', { subnetId, ip: '10.0.0.5' });
    const several = await client.post(target, { count: 2, contiguous: 1, policy: 'highest', explain: 1 });
    expect(rangesOf(several)).to.deep.equal(['10.0.0.7-10.0.0.7 edge', '10.0.0.6-10.0.0.6 tooSmall', '10.0.0.5-10.0.0.5 used']);
    const none = await client.post(target, { count: 3, contiguous: 1, explain: 1 });
    expect(none.status).to.equal(404);
    expect(rangesOf(none)).to.include('10.0.0.1-10.0.0.2 tooSmall');
    expect((await client.get(`${target}?count=3&contiguous=1`)).text).not.to.contain('explain');
    expect((await client.get(`${target}?explain=perhaps`)).status).to.equal(400);
  });

  it('return why an allocation is refused: a full, parent or unknown subnet, or a range outside of the subnet', async () => {
    await client.patch(`/subnets/${subnetId}/`, { isFull: 1 });
    const parent = await network('10.1.0.0', 24);
    await network('10.1.0.0', 25, { masterSubnetId: parent });
    const refusalOf = async (id: number | string, query = '') =>
      readExplanation(await client.get(`/addresses/first_free/${id}/?explain=1${query}`))?.refusal;
    expect([await refusalOf(subnetId), await refusalOf(parent), await refusalOf(987654)]).to.deep.equal([
      'full',
      'hasChildren',
      'permission',
    ]);
    const other = await network('10.2.0.0', 24);
    expect(await refusalOf(other, '&from=10.3.0.1')).to.equal('outside');
  });

  it('list used, held and too small ranges of networks', async () => {
    const master = await network('10.4.0.0', 24);
    await network('10.4.0.0', 28, { masterSubnetId: master });
    await network('10.4.0.32', 27, { masterSubnetId: master, hold: 60 });
    const target = `/subnets/${master}/first_subnet/27/`;
    const expected = ['10.4.0.0-10.4.0.15 used', '10.4.0.16-10.4.0.31 tooSmall', '10.4.0.32-10.4.0.63 held'];
    const [looked, taken] = [await client.get(`${target}?explain=1`), await client.post(target, { explain: 1 })];
    expect([looked.envelope.data, taken.envelope.data]).to.deep.equal(['10.4.0.64/27', '10.4.0.64/27']);
    expect([rangesOf(looked), rangesOf(taken)]).to.deep.equal([expected, expected]);
    const best = await client.get(`/subnets/${master}/last_subnet/25/?explain=1`);
    expect([best.envelope.data, rangesOf(best)]).to.deep.equal(['10.4.0.128/25', []]);
    const none = await client.post(`/subnets/${master}/first_subnet/24/`, { explain: 1 });
    expect([none.status, rangesOf(none)?.at(-1)]).to.deep.equal([404, '10.4.0.96-10.4.0.255 tooSmall']);
  });

  it('omit subnets that the caller may not read, and return hidden children only as occupied ranges', async () => {
    const guest = await server.signIn('guest', 'main');
    const target = `/addresses/first_free/${subnetId}/`;
    const nothing = { refusal: 'permission', ranges: [], leftOff: '0' };
    expect(readExplanation(await guest.get(`${target}?explain=1`))).to.deep.equal(nothing);
    expect(readExplanation(await guest.get('/addresses/first_free/987654/?explain=1'))).to.deep.equal(nothing);
    await client.patch(`/subnets/${subnetId}/permissions/`, { Guests: 'ro' });
    await client.patch(`/sections/${sectionId}/`, { permissions: { 3: '1' } });
    const master = await network('10.5.0.0', 24);
    const child = await network('10.5.0.0', 26, { masterSubnetId: master });
    await client.patch(`/subnets/${master}/permissions/`, { Guests: 'ro' });
    await client.patch(`/subnets/${child}/permissions/`, { Guests: 'na' });
    expect((await guest.get(`/subnets/${child}/`)).status).to.equal(400);
    const seen = await guest.get(`/subnets/${master}/first_subnet/26/?explain=1`);
    expect(rangesOf(seen)).to.deep.equal(['10.5.0.0-10.5.0.63 permission']);
    const refused = await guest.post(`/subnets/${master}/first_subnet/26/`, { explain: 1 });
    expect([refused.status, readExplanation(refused)]).to.deep.equal([403, nothing]);
  });
});
