import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { ApiServer } from '../../../support/api-server.js';
import { created, membersOf, sendForm, sendXml, xmlOf } from '../../support/wire-texts.js';

describe('/subnets/{id}/', () => {
  let server: ApiServer;
  let client: ApiClient;
  let sectionId: number;
  const network = async (cidr: string, fields: object = {}) => {
    const [subnet, mask] = cidr.split('/');
    return (await client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  };
  const cidrsAt = async (target: string) => (await client.get(target)).records.map(({ subnet, mask }) => `${subnet}/${mask}`);
  const summaryOf = async (target: string) => (await client.get(target)).summary;
  const done = (message: string) => ({ code: 200, success: true, message });

  beforeEach(async () => {
    server = await ApiServer.start();
    client = server.client;
    sectionId = (await client.post('/sections/', { name: 'Strict', strictMode: 1 })).id;
  });
  afterEach(async () => {
    expect(server.complaints).to.deep.equal([]);
    await server.close();
  });

  describe('first_subnet, last_subnet and all_subnets', () => {
    it('return free networks of a mask, all of them or up to a limit', async () => {
      const id = await network('10.0.0.0/24');
      await network('10.0.0.0/26', { masterSubnetId: id });
      expect(membersOf(await client.get(`/subnets/${id}/first_subnet/26/`))).to.deep.equal({
        code: 200,
        success: true,
        data: '10.0.0.64/26',
      });
      expect((await client.get(`/subnets/${id}/last_subnet/26/`)).envelope.data).to.equal('10.0.0.192/26');
      expect((await client.get(`/subnets/${id}/all_subnets/26/`)).envelope.data).to.deep.equal([
        '10.0.0.64/26',
        '10.0.0.128/26',
        '10.0.0.192/26',
      ]);
      expect((await client.get(`/subnets/${id}/all_subnets/26/?limit=2`)).envelope.data).to.deep.equal([
        '10.0.0.64/26',
        '10.0.0.128/26',
      ]);
      expect((await client.get(`/subnets/${id}/all_subnets/32/`)).envelope.data).to.have.length(192);
      expect(xmlOf(await sendXml(client, 'GET', `/subnets/${id}/all_subnets/25/`))).to.equal(
        '<subnets><code>200</code><success>1</success><data><item0>10.0.0.128/25</item0></data></subnets>',
      );
      const whole = await network('10.1.0.0/24');
      expect((await client.get(`/subnets/${whole}/first_subnet/24/`)).envelope.data).to.equal('10.1.0.0/24');
    });

    it('return errors for bad masks and limits, folders and full networks', async () => {
      const id = await network('10.0.0.0/31');
      for (const half of ['10.0.0.0/32', '10.0.0.1/32']) await network(half, { masterSubnetId: id });
      const folder = (await client.post('/subnets/', { sectionId, isFolder: 1 })).id;
      for (const word of ['first_subnet', 'last_subnet', 'all_subnets'])
        for (const path of [`${id}/${word}/32`, `${id}/${word}/30`, `${id}/${word}`, `${folder}/${word}/32`])
          expect(await summaryOf(`/subnets/${path}/`), path).to.equal('404 No subnets found');
      for (const invalid of ['33', 'abc'])
        expect(await summaryOf(`/subnets/${id}/all_subnets/${invalid}/`)).to.equal(`400 Invalid netmask (${invalid})`);
      for (const limit of ['0', '-1', 'abc', '1.5'])
        expect(await summaryOf(`/subnets/${id}/all_subnets/32/?limit=${limit}`)).to.equal(
          '400 Invalid limit: a whole number from 1 is expected',
        );
    });

    it('create a network with section and permissions of its parent', async () => {
      const id = await network('10.0.0.0/24');
      await client.patch(`/subnets/${id}/permissions/`, { Guests: 'ro' });
      const answers = [
        await client.post(`/subnets/${id}/first_subnet/26/`),
        await client.post(`/subnets/${id}/last_subnet/26/`, { description: 'mine', isPool: 1 }),
        await client.send({ method: 'POST', target: `/subnets/${id}/first_subnet/26/?description=queried` }),
      ];
      expect(answers.map(membersOf)).to.deep.equal([
        created('Subnet created', 2, '10.0.0.0/26'),
        created('Subnet created', 3, '10.0.0.192/26'),
        created('Subnet created', 4, '10.0.0.64/26'),
      ]);
      expect(answers[0]?.headers.location).to.equal('/api/main/subnets/2/');
      const { records } = await client.get(`/subnets/${id}/slaves/`);
      expect(
        records.map(({ description, isPool, permissions, sectionId: section }) => [description, isPool, permissions, section]),
      ).to.deep.equal([
        ['API autocreated', '0', '{"3":"1"}', String(sectionId)],
        ['queried', '0', '{"3":"1"}', String(sectionId)],
        ['mine', '1', '{"3":"1"}', String(sectionId)],
      ]);
    });

    it('create each network once for many clients, and return 404 to the others', async () => {
      const id = await network('10.0.0.0/24');
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => client.post(`/subnets/${id}/${i % 2 ? 'first' : 'last'}_subnet/27/`)),
      );
      expect(new Set(answers.flatMap(({ status, envelope }) => (status === 201 ? [envelope.data] : [])))).to.have.property(
        'size',
        8,
      );
      expect(answers.filter(({ status }) => status !== 201).map(({ summary }) => summary)).to.deep.equal(
        Array(4).fill('404 No subnets found'),
      );
    });

    it('create no network for another path or mask, nor the parent itself', async () => {
      const id = await network('10.0.0.0/24');
      expect((await client.post(`/subnets/${id}/first_subnet/24/`)).summary).to.equal(
        '409 Subnet is not within boundaries of its master subnet',
      );
      expect((await client.post(`/subnets/${id}/first_subnet/abc/`)).summary).to.equal('400 Invalid netmask (abc)');
      expect((await client.post(`/subnets/${id}/all_subnets/26/`)).summary).to.equal('400 Invalid CIDR format!');
      expect((await client.post('/subnets/39/first_subnet/26/')).summary).to.equal('404 Invalid subnet Id (39)');
      expect((await client.post('/subnets/abc/first_subnet/26/')).summary).to.equal('400 Subnet Id must be numeric (abc)');
      expect((await client.post(`/subnets/${id}/first_subnet/26/`, { nonsense: 1 })).summary).to.equal(
        '400 Invalid request key nonsense',
      );
      expect(await summaryOf(`/subnets/${id}/slaves/`)).to.equal('404 No slaves');
    });
  });

  describe('resize', () => {
    it('gives a network another mask, from JSON, a form, the query or XML', async () => {
      const id = await network('10.0.1.0/24');
      expect(membersOf(await client.patch(`/subnets/${id}/resize/`, { mask: 23 }))).to.deep.equal(done('Subnet resized'));
      expect(await cidrsAt('/subnets/')).to.deep.equal(['10.0.0.0/23']);
      expect((await sendForm(client, 'PATCH', `/subnets/${id}/resize/`, 'mask=25')).status).to.equal(200);
      expect((await client.send({ method: 'PATCH', target: `/subnets/${id}/resize/?mask=26` })).status).to.equal(200);
      expect(xmlOf(await sendXml(client, 'PATCH', `/subnets/${id}/resize/`, '<a><mask>27</mask></a>'))).to.equal(
        '<subnets><code>200</code><success>1</success><message>Subnet resized</message></subnets>',
      );
      expect(await cidrsAt('/subnets/')).to.deep.equal(['10.0.0.0/27']);
    });

    const refused: readonly (readonly [object, string])[] = [
      [{}, '400 Subnet mask not provided'],
      [{ mask: '' }, '400 New mask must be at least /8!'],
      [{ mask: 7 }, '400 New mask must be at least /8!'],
      [{ mask: 'abc' }, '400 Mask must be an integer!'],
      [{ mask: 33 }, '400 Invalid netmask (33)'],
      [{ mask: 24 }, '400 New network is same as old network'],
      [{ mask: 23 }, '409 Subnet 10.0.0.0/23 overlaps with 10.0.1.0/24 (beside)'],
      [{ mask: 25 }, '409 10.0.0.200 is not a valid address for subnet 10.0.0.0/25'],
    ];
    for (const [body, summary] of refused) {
      it(`answers ${summary} to ${JSON.stringify(body)}, and changes nothing`, async () => {
        const id = await network('10.0.0.0/24');
        await network('10.0.1.0/24', { description: 'beside' });
        await client.post('/addresses/', { subnetId: id, ip: '10.0.0.200' });
        expect((await client.patch(`/subnets/${id}/resize/`, body)).summary).to.equal(summary);
        expect(await cidrsAt('/subnets/')).to.deep.equal(['10.0.0.0/24', '10.0.1.0/24']);
      });
    }

    it('refuses conflicts with parent, siblings and children, folders and unknown ids', async () => {
      const master = await network('10.0.0.0/22');
      const id = await network('10.0.0.0/24', { masterSubnetId: master });
      await network('10.0.1.0/24', { masterSubnetId: master });
      await network('10.0.0.128/25', { masterSubnetId: id, description: 'inner' });
      const folder = (await client.post('/subnets/', { sectionId, isFolder: 1 })).id;
      const refusals = [
        [id, 22, '409 New subnet not in master subnet!'],
        [id, 23, '409 Subnet overlaps with 10.0.1.0/24'],
        [id, 25, '409 Nested subnet out of new subnet! (10.0.0.128/25 - inner)'],
        [folder, 24, '400 Folder cannot be resized or split'],
        [39, 24, '404 Invalid subnet Id (39)'],
        ['abc', 24, '400 Subnet Id must be numeric (abc)'],
      ] as const;
      for (const [which, mask, summary] of refusals)
        expect((await client.patch(`/subnets/${which}/resize/`, { mask })).summary).to.equal(summary);
    });
  });

  describe('split', () => {
    it('splits a network into children, or replaces it by the parts', async () => {
      const id = await network('10.0.0.0/24');
      const address = (await client.post('/addresses/', { subnetId: id, ip: '10.0.0.200' })).id;
      expect(membersOf(await client.patch(`/subnets/${id}/split/`, { number: 2 }))).to.deep.equal(done('Subnet split'));
      const { records } = await client.get(`/subnets/${id}/slaves/`);
      expect(records.map(({ subnet, mask, description }) => [subnet, mask, description])).to.deep.equal([
        ['10.0.0.0', '25', 'split_subnet_1'],
        ['10.0.0.128', '25', 'split_subnet_2'],
      ]);
      expect((await client.get(`/addresses/${address}/`)).record.subnetId).to.equal(records[1]?.id);
      const other = await network('10.1.0.0/30');
      const answer = await sendForm(client, 'PATCH', `/subnets/${other}/split/`, 'number=4&group=no&prefix=part&strict=yes');
      expect(membersOf(answer)).to.deep.equal(done('Subnet split'));
      expect(await summaryOf(`/subnets/${other}/`)).to.equal(`400 Invalid subnet Id (${other})`);
      const parts = await client.get('/subnets/?filter_by=mask&filter_value=32');
      expect(parts.records.map(({ subnet, description }) => [subnet, description])).to.deep.equal([
        ...[
          ['10.1.0.0', 'part1'],
          ['10.1.0.1', 'part2'],
          ['10.1.0.2', 'part3'],
          ['10.1.0.3', 'part4'],
        ],
      ]);
    });

    const refused: readonly (readonly [object, string])[] = [
      [{}, '400 Invalid number of new subnets'],
      [{ number: 'abc' }, '400 Invalid number of new subnets'],
      [{ number: 3 }, '400 Invalid number of subnets'],
      [{ number: 512 }, '400 Invalid number of subnets'],
      [{ number: 256 }, '400 Invalid netmask: parts would be /33'],
      [{ number: 2 }, '409 10.0.0.64 is not a valid address for subnet 10.0.0.64/26'],
      [{ number: 2, group: ['yes'] }, '400 Invalid group: yes or no expected'],
      [{ number: 2, copy_custom: {} }, '400 Invalid copy_custom: yes or no expected'],
      [{ number: 2, prefix: 'p'.repeat(256) }, '400 Invalid prefix: longer than 255 characters'],
      [{ number: 2, prefix: 'a\nb' }, '400 Invalid prefix: control characters are not allowed'],
      [{ number: 2, prefix: ['p'] }, '400 Invalid prefix: a text expected'],
    ];
    for (const [body, summary] of refused) {
      it(`answers ${summary} to ${JSON.stringify(body)}, and changes nothing`, async () => {
        const id = await network('10.0.0.0/25');
        await client.post('/addresses/', { subnetId: id, ip: '10.0.0.64' });
        expect((await client.patch(`/subnets/${id}/split/`, body)).summary).to.equal(summary);
        expect(await cidrsAt('/subnets/')).to.deep.equal(['10.0.0.0/25']);
      });
    }

    it('retains the network when group means yes or is unset, and replaces it otherwise', async () => {
      const retained: readonly unknown[] = [undefined, null, 'yes', 'YES', '1', 1, true, 'true'];
      const replaced: readonly unknown[] = ['no', '0', 0, false, '', 'maybe'];
      for (const group of [...retained, ...replaced]) {
        const id = await network('10.0.0.0/25');
        const title = JSON.stringify(group);
        expect(membersOf(await client.patch(`/subnets/${id}/split/`, { number: 2, group })), title).to.deep.equal(
          done('Subnet split'),
        );
        const isRetained = (await cidrsAt('/subnets/')).includes('10.0.0.0/25');
        expect(isRetained, title).to.equal(retained.includes(group));
        for (const { id: part } of (await client.get('/subnets/')).records) await client.delete(`/subnets/${part}/`);
      }
    });

    it('refuses networks with children that overlap the parts, folders and unknown ids', async () => {
      const id = await network('10.0.0.0/24');
      await network('10.0.0.0/26', { masterSubnetId: id });
      const folder = (await client.post('/subnets/', { sectionId, isFolder: 1 })).id;
      const refusals = [
        [id, '409 Subnet overlapping - 10.0.0.0/25 overlaps with 10.0.0.0/26'],
        [folder, '400 Folder cannot be resized or split'],
        [39, '404 Invalid subnet Id (39)'],
      ] as const;
      for (const [which, summary] of refusals)
        expect((await client.patch(`/subnets/${which}/split/`, { number: 2 })).summary).to.equal(summary);
    });
  });

  describe('permissions', () => {
    const permissionsOf = async (id: number) => (await client.get(`/subnets/${id}/`)).record.permissions;

    it('are set by group names and ids, from the body or the query, and replace previous ones', async () => {
      const id = await network('10.0.0.0/24');
      const answer = await client.patch(`/subnets/${id}/permissions/`, { Operators: 'rwa', 3: 'ro' });
      expect(membersOf(answer)).to.deep.equal({
        ...done('Subnet permissions updated'),
        data: { Operators: 'rwa', Guests: 'ro' },
      });
      expect(await permissionsOf(id)).to.equal('{"3":"1","2":"3"}');
      const queried = await client.send({ method: 'PATCH', target: `/subnets/${id}/permissions/?2=1` });
      expect(queried.envelope.data).to.deep.equal({ Operators: 'ro' });
      expect(await permissionsOf(id)).to.equal('{"2":"1"}');
      expect(membersOf(await client.delete(`/subnets/${id}/permissions/`))).to.deep.equal(done('Subnet permissions removed'));
      expect(await permissionsOf(id)).to.equal(null);
    });

    const refused: readonly (readonly [object, string])[] = [
      [{}, '400 Cannot remove permissions, use DELETE call'],
      [{ Strangers: 'ro' }, '404 Invalid group identifier Strangers'],
      [{ 39: 'ro' }, '404 Invalid group identifier 39'],
      [{ Guests: 'all' }, '400 Invalid permissions all'],
      [{ Guests: 4 }, '400 Invalid permissions 4'],
      [{ Guests: 'ro', links: 'false' }, '404 Invalid group identifier links'],
    ];
    for (const [body, summary] of refused) {
      it(`are unchanged when ${JSON.stringify(body)} is answered ${summary}`, async () => {
        const id = await network('10.0.0.0/24');
        await client.patch(`/subnets/${id}/permissions/`, { Guests: 'rw' });
        expect((await client.patch(`/subnets/${id}/permissions/`, body)).summary).to.equal(summary);
        expect(await permissionsOf(id)).to.equal('{"3":"2"}');
      });
    }
  });
});
