import { expect } from 'chai';
import { PermissionWorld } from '../support/permission-world.js';

/** Hidden objects that conflict with a write of the viewer. */
describe('An object that the viewer does not see', () => {
  let world: PermissionWorld;

  /** Creates a hidden subnet in the open section. @returns its id */
  async function hide(cidr: string, masterSubnetId = 0): Promise<number> {
    const [subnet, mask] = cidr.split('/');
    const { client } = world.server;
    const given = { sectionId: world.open.section, masterSubnetId, subnet, mask, description: 'secret' };
    const { id } = await client.post('/subnets/', given);
    await client.patch(`/subnets/${id}/permissions/`, { Guests: 'na' });
    return id;
  }

  beforeEach(async () => {
    world = await PermissionWorld.start({ section: 3, subnet: 3 });
  });
  afterEach(() => world.close());

  /** Expects a refused write. The error names the hidden subnet to administrators, but not to the viewer. */
  async function expectRefusal(method: string, target: string, body: object, toAdmin: string, toViewer: string): Promise<void> {
    const request = { method, target, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const before = await world.dump();
    expect((await world.server.client.send(request)).summary).to.equal(toAdmin);
    expect((await world.viewer.send(request)).summary).to.equal(toViewer);
    expect(await world.dump()).to.deep.equal(before);
  }

  it('is not named when a root network would overlap it', async () => {
    await hide('10.5.7.0/24');
    await expectRefusal(
      'POST',
      '/subnets/',
      { sectionId: world.open.section, subnet: '10.5.0.0', mask: 16 },
      '409 Subnet 10.5.0.0/16 overlaps with 10.5.7.0/24 (secret) in section Open',
      '409 Subnet 10.5.0.0/16 overlaps with 10.5.0.0/16 () in section Open',
    );
  });

  it('is not named when a child network would overlap it', async () => {
    const { open } = world;
    await hide('10.1.0.64/26', open.subnet);
    await expectRefusal(
      'POST',
      '/subnets/',
      { sectionId: open.section, masterSubnetId: open.subnet, subnet: '10.1.0.0', mask: 25 },
      '409 Subnet overlaps with 10.1.0.64/26',
      '409 Subnet overlaps with 10.1.0.0/25',
    );
  });

  it('is not named when a root network would grow into it', async () => {
    const { open, server } = world;
    await server.client.patch(`/subnets/${open.subnet}/`, { vrfId: 0 });
    await hide('10.1.7.0/24');
    await expectRefusal(
      'PATCH',
      `/subnets/${open.subnet}/resize/`,
      { mask: 16 },
      '409 Subnet 10.1.0.0/16 overlaps with 10.1.7.0/24 (secret)',
      '409 Subnet 10.1.0.0/16 overlaps with 10.1.0.0/16 ()',
    );
  });

  it('is not named when a child network would grow into it', async () => {
    const { open, viewer } = world;
    await hide('10.1.0.64/26', open.subnet);
    const given = { sectionId: open.section, masterSubnetId: open.subnet, subnet: '10.1.0.32', mask: 27 };
    const { id } = await viewer.post('/subnets/', given);
    await expectRefusal(
      'PATCH',
      `/subnets/${id}/resize/`,
      { mask: 25 },
      '409 Subnet overlaps with 10.1.0.64/26',
      '409 Subnet overlaps with 10.1.0.0/25',
    );
  });

  it('is not named when a shrinking network would lose it', async () => {
    const { open } = world;
    await hide('10.1.0.64/26', open.subnet);
    await expectRefusal(
      'PATCH',
      `/subnets/${open.subnet}/resize/`,
      { mask: 26 },
      '409 Nested subnet out of new subnet! (10.1.0.64/26 - secret)',
      '409 Nested subnet out of new subnet! (10.1.0.0/26 - )',
    );
  });

  it('is not named when a split network would overlap it', async () => {
    const { open } = world;
    await hide('10.1.0.192/26', open.subnet);
    await expectRefusal(
      'PATCH',
      `/subnets/${open.subnet}/split/`,
      { number: 2 },
      '409 Subnet overlapping - 10.1.0.128/25 overlaps with 10.1.0.192/26',
      '409 Subnet overlapping - 10.1.0.0/25 overlaps with 10.1.0.0/24',
    );
  });

  it('is not among the children of a subnet, but occupies its space', async () => {
    const { open, viewer } = world;
    const noSlaves = (await viewer.get(`/subnets/${open.subnet}/slaves/`)).summary;
    await hide('10.1.0.64/26', open.subnet);
    expect((await viewer.get(`/subnets/${open.subnet}/slaves/`)).summary).to.equal(noSlaves);
    expect((await viewer.get(`/subnets/${open.subnet}/slaves_recursive/`)).records).to.have.lengthOf(1);
    const { data } = (await viewer.get(`/subnets/${open.subnet}/all_subnets/26/`)).envelope;
    expect(data).to.deep.equal(['10.1.0.0/26', '10.1.0.128/26', '10.1.0.192/26']);
  });

  it('can stay in a NAT rule, but cannot be added to one, and is not shown with it', async () => {
    const { open, viewer, server } = world;
    const hidden = await hide('10.5.7.0/24');
    const refused = await viewer.post('/tools/nat/', { name: 'rule', src: { subnets: [hidden] } });
    expect(refused.summary).to.equal(`400 Invalid src: ${hidden} does not exist`);
    const { id } = await server.client.post('/tools/nat/', { name: 'rule', src: { subnets: [hidden] } });
    const change = (src: object, dst: object) => viewer.patch(`/tools/nat/${id}/`, { src, dst });
    expect((await change({ subnets: [hidden, open.subnet] }, {})).summary).to.equal('200');
    expect((await change({ subnets: [] }, { subnets: [hidden] })).summary).to.equal(`400 Invalid dst: ${hidden} does not exist`);
    const { src } = (await viewer.get(`/tools/nat/${id}/objects_full/`)).record;
    expect(src).to.have.property('subnets').with.lengthOf(1);
    expect(src).to.have.nested.property('subnets[0].id', String(open.subnet));
  });

  it('is, as a section, not assigned to a device that belongs to all sections', async () => {
    const { open, target, server, viewer } = world;
    const sectionsOf = async (id: number) => (await server.client.get(`/devices/${id}/`)).record.sections;
    const everywhere = await server.client.post('/devices/', { hostname: 'everywhere' });
    expect(await sectionsOf(everywhere.id)).to.equal(`${open.section};${target.section}`);
    await server.client.patch(`/sections/${target.section}/`, { permissions: null });
    const { id } = await viewer.post('/devices/', { hostname: 'seen' });
    expect(await sectionsOf(id)).to.equal(String(open.section));
  });
});
