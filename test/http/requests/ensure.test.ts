import { expect } from 'chai';
import { answerFor } from '../../../adapters/http/error-table.js';
import { IpamError } from '../../../domain/errors.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';
import { storageVariants } from '../../support/databases/storage-variants.js';

/** A record to ensure: its key, its values, and other values for the same fields. */
interface Case {
  readonly controller: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly value: Readonly<Record<string, unknown>>;
  readonly other: Readonly<Record<string, unknown>>;
  /** Path of a list that contains the record. */
  readonly list: string;
}

const ambiguous = 'record.ambiguous';

const outcomeOf = ({ status, envelope }: Answer): string => `${status} ${envelope.data ?? envelope.message}`;

for (const variant of storageVariants) {
  describe(`An ensured record over ${variant.name}`, () => {
    let server: ApiServer;
    /** The same client at two processes. */
    let clients: [ApiClient, ApiClient];
    let second: ApiServer;
    let sectionId: number;
    let loose: number;
    let subnetId: number;
    let cases: readonly Case[];

    before(async () => {
      const storage = await variant.open();
      const settings = { uniqueVlanNumbers: true };
      server = await ApiServer.start({ storage, provision: { settings } });
      const { readers, unitOfWork, check } = storage;
      second = await ApiServer.start({ storage: { readers, unitOfWork, check, close: async () => {} }, provision: { settings } });
      const { client } = server;
      clients = [client, client.with({ url: second.url })];
      sectionId = (await client.post('/sections/', { name: 'Strict', strictMode: 1 })).id;
      loose = (await client.post('/sections/', { name: 'Loose', strictMode: 0 })).id;
      subnetId = (await client.post('/subnets/', { sectionId, subnet: '10.0.0.0', mask: 24 })).id;
      const network = { subnet: '10.1.0.0', mask: 24 };
      const described = { value: { description: 'one' }, other: { description: 'two' } };
      cases = [
        { controller: 'addresses', key: { subnetId, ip: '10.0.0.7' }, ...described, list: `/subnets/${subnetId}/addresses/` },
        {
          controller: 'sections',
          key: { name: 'Customers' },
          ...described,
          list: '/sections/?filter_by=name&filter_value=Customers',
        },
        {
          controller: 'subnets',
          key: { sectionId, ...network },
          ...described,
          list: `/sections/${sectionId}/subnets/?filter_by=subnet&filter_value=10.1.0.0`,
        },
        {
          controller: 'folders',
          key: { sectionId: loose, ...network },
          ...described,
          list: `/sections/${loose}/subnets/?filter_by=subnet&filter_value=10.1.0.0`,
        },
        { controller: 'vlans', key: { number: 7, name: 'seven' }, ...described, list: '/vlans/' },
        { controller: 'vrfs', key: { name: 'red' }, value: { rd: '1:1' }, other: { rd: '1:2' }, list: '/vrfs/' },
        { controller: 'l2domains', key: { name: 'plant' }, ...described, list: '/l2domains/?filter_by=name&filter_value=plant' },
        { controller: 'devices', key: { hostname: 'switch' }, ...described, list: '/devices/' },
      ];
    });
    after(async () => {
      clients[1].close();
      await second.close();
      await server.close();
    });
    const ensure = ({ controller }: Case, body: object, client = clients[0]) => client.post(`/${controller}/ensure/`, body);

    it('is created once when many clients ensure it at two processes in parallel', async () => {
      for (const one of cases) {
        const wanted = { ...one.key, ...one.value };
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, index) => ensure(one, wanted, clients[index % 2 ? 1 : 0])),
        );
        const outcomes = answers.map(outcomeOf).sort();
        expect(outcomes, one.controller).to.deep.equal([...Array(11).fill('200 unchanged'), '201 created']);
        expect(new Set(answers.map(({ envelope }) => envelope.id)).size, one.controller).to.equal(1);
        expect(await clients[0].list(one.list), one.controller).to.have.lengthOf(1);
      }
    });

    it('is changed when a sent value differs, and only in the sent fields', async () => {
      for (const one of cases) {
        const before = (await clients[0].list(one.list))[0];
        const changed = await ensure(one, { ...one.key, ...one.other });
        expect([outcomeOf(changed), changed.envelope.id, changed.headers.location], one.controller).to.deep.equal([
          '200 changed',
          Number(before?.id),
          undefined,
        ]);
        expect((await clients[0].list(one.list))[0], one.controller).to.include(one.other);
        expect(outcomeOf(await ensure(one, one.key)), one.controller).to.equal('200 unchanged');
        expect((await clients[0].list(one.list))[0], one.controller).to.include(one.other);
      }
    });

    it('adds no change to the history when no value differs', async () => {
      const countChanges = async () => (await clients[0].get('/changes/?limit=1000')).records.length;
      const before = await countChanges();
      for (const one of cases) await ensure(one, { ...one.key, ...one.other });
      expect(await countChanges()).to.equal(before);
    });

    it('is returned without an error when another route creates it at the same time', async () => {
      const [one, two] = clients;
      for (let round = 0; round < 8; round++) {
        const address = { subnetId, ip: `10.0.0.${100 + round}` };
        const network = { sectionId, subnet: `10.2.${round}.0`, mask: 24 };
        const vlan = { number: 100 + round, name: 'raced' };
        const answers = await Promise.all([
          two.post('/addresses/', address),
          one.post('/addresses/ensure/', address),
          two.post('/subnets/', network),
          one.post('/subnets/ensure/', network),
          two.post('/vrfs/', { name: `raced ${round}` }),
          one.post('/vrfs/ensure/', { name: `raced ${round}` }),
          two.post('/vlans/', vlan),
          one.post('/vlans/ensure/', vlan),
          two.post('/sections/', { name: `raced ${round}` }),
          one.post('/sections/ensure/', { name: `raced ${round}` }),
        ]);
        for (let index = 1; index < answers.length; index += 2)
          expect(answers[index]?.status, answers[index]?.text).to.be.below(300);
      }
    });

    it('is identified by its VRF too when a section has the same network in several VRFs', async () => {
      const [client] = clients;
      const vrfs = [(await client.post('/vrfs/', { name: 'a' })).id, (await client.post('/vrfs/', { name: 'b' })).id];
      const network = { sectionId: loose, subnet: '10.9.0.0', mask: 24 };
      const outcomes: string[] = [];
      for (const vrfId of [...vrfs, ...vrfs])
        outcomes.push(outcomeOf(await client.post('/subnets/ensure/', { ...network, vrfId })));
      expect(outcomes).to.deep.equal(['201 created', '201 created', '200 unchanged', '200 unchanged']);
      const candidates = await client.list(`/sections/${loose}/subnets/?filter_by=subnet&filter_value=10.9.0.0`);
      const answer = await client.post('/subnets/ensure/', network);
      const ids = candidates.map(({ id }) => Number(id));
      expect(ids).to.have.lengthOf(2);
      const expected = answerFor(new IpamError(ambiguous, { ids }));
      expect(answer.summary).to.equal(`${expected?.status} ${expected?.message}`);
      expect(expected?.message).to.equal(`More than one record matches: ${ids.join()}`);
    });

    it('is found by its name in another case when names are unique regardless of case', async () => {
      const [client] = clients;
      for (const controller of ['sections', 'vrfs']) {
        const first = await client.post(`/${controller}/ensure/`, { name: 'Straße' });
        const again = await client.post(`/${controller}/ensure/`, { name: 'STRAßE' });
        expect([outcomeOf(first), outcomeOf(again)], controller).to.deep.equal(['201 created', '200 unchanged']);
        expect(again.envelope.id).to.equal(first.id);
      }
    });

    it('is refused with the error of the creation when it cannot be created', async () => {
      const refusals: [string, object, string][] = [
        ['addresses', { subnetId, ip: '10.0.1.1' }, '400 10.0.1.1 is not a valid address for subnet 10.0.0.0/24'],
        ['addresses', { subnetId, ip: 'x' }, '400 Invalid address (x)'],
        ['addresses', { ip: '10.0.0.1' }, '400 SubnetId must be numeric'],
        ['subnets', { sectionId, isFolder: 1 }, '400 Invalid CIDR format!'],
        [
          'subnets',
          { sectionId, subnet: '10.0.0.0', mask: 25 },
          '409 Subnet 10.0.0.0/25 overlaps with 10.0.0.0/24 () in section Strict',
        ],
        ['subnets', { sectionId: 4711, subnet: '10.0.0.0', mask: 25 }, '400 Section id (4711) does not exist'],
        ['vlans', { number: 'x', name: 'x' }, '400 Highest possible VLAN number is 4096!'],
        ['vlans', { number: 8 }, '400 Vlan name is required'],
        ['devices', { description: 'x' }, '400 Hostname is mandatory'],
        ['sections', { name: 'x' }, '400 Name is mandatory or too short (mininum 3 characters)'],
      ];
      for (const [controller, body, summary] of refusals)
        expect((await clients[0].post(`/${controller}/ensure/`, body)).summary, JSON.stringify(body)).to.equal(summary);
    });

    it('is refused with an unknown field when it exists', async () => {
      for (const one of cases)
        expect((await ensure(one, { ...one.key, bogus: 1 })).summary, one.controller).to.equal('400 Invalid request key bogus');
    });

    it('supports idempotency keys and dry runs', async () => {
      const [client] = clients;
      const send = (key: string, body: object) =>
        client.send({
          method: 'POST',
          target: '/devices/ensure/',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(body),
        });
      const body = { hostname: 'keyed' };
      const answers = [
        await send('a', { ...body, dry_run: 1 }),
        await send('a', body),
        await send('a', body),
        await send('b', body),
      ];
      expect(answers.map(outcomeOf)).to.deep.equal(['201 created', '201 created', '201 created', '200 unchanged']);
      const trial = await send('c', { ...body, description: 'x', dry_run: 1 });
      expect([outcomeOf(trial), trial.envelope.id]).to.deep.equal(['200 changed', answers[1]?.id]);
      expect(outcomeOf(await send('d', body))).to.equal('200 unchanged');
    });
  });
}
