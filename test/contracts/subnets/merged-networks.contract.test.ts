import { expect } from 'chai';
import { type Caller, internalCaller } from '../../../application/caller.js';
import { Catalog } from '../../../application/catalog/catalog.js';
import { Sections } from '../../../application/inventory/sections.js';
import { Subnets } from '../../../application/inventory/subnets.js';
import { IpamError } from '../../../domain/errors.js';
import type { Input } from '../../../domain/fields/read-fields.js';
import { collect } from '../../support/collect.js';
import { cidr } from '../support/builders.js';
import { describeFreshContract } from '../support/contract.js';

const code = 'subnet.overlapAfterChange';

const clock = { now: () => new Date(Date.UTC(2026, 0, 1)) };

/** `done`, or the code and the details of the error. */
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!IpamError.is(error)) throw error;
    return `${error.code} ${Object.values(error.details ?? {}).join(' | ')}`.trim();
  }
}

describeFreshContract('VRFs and sections', (storage) => {
  let names = 0;
  const catalog = () => new Catalog(storage.readers, storage.unitOfWork, clock);
  const sections = () => new Sections(storage.readers, storage.unitOfWork, clock);
  const subnets = () => new Subnets(storage.readers, storage.unitOfWork, clock);
  const section = (strictMode: boolean) => sections().create(internalCaller, { name: `section ${++names}`, strictMode });
  const vrf = () => catalog().create(internalCaller, 'vrf', { name: `vrf ${++names}` });
  const put = async (network: string | null, input: Input): Promise<number> =>
    (await subnets().create(internalCaller, network === null ? null : cidr(network), input)).id;
  const deleteVrf = (id: number, caller: Caller = internalCaller) => outcomeOf(catalog().delete(caller, 'vrf', id));
  const check = async () => (await collect(storage.check({ repair: false }))).map(({ text }) => text);

  it('reject the deletion of a VRF whose network overlaps one without a VRF in a strict section, and report both', async () => {
    const [sectionId, vrfId] = [await section(true), await vrf()];
    const one = await put('10.81.0.0/24', { sectionId, vrfId });
    const other = await put('10.81.0.0/24', { sectionId });
    const refusal = `${code} 10.81.0.0/24 (subnet ${one}) | 10.81.0.0/24 (subnet ${other})`;
    expect(await deleteVrf(vrfId)).to.equal(refusal);
    expect((await storage.readers.subnets.find(one))?.vrfId).to.equal(vrfId);
    expect(await deleteVrf(vrfId, { ...internalCaller, writeOptions: { isDryRun: true } })).to.equal(refusal);
    await subnets().delete(internalCaller, other);
    expect(await deleteVrf(vrfId)).to.equal('done');
    expect((await storage.readers.subnets.find(one))?.vrfId).to.equal(null);
    expect(await check()).to.deep.equal([]);
  });

  it('find networks around and inside those of a deleted VRF, also below a parent', async () => {
    for (const [ofVrf, without] of [
      ['10.0.0.0/25', '10.0.0.0/24'],
      ['10.0.0.0/24', '10.0.0.128/25'],
      ['2001:db8::/48', '2001:db8::/32'],
    ] as const) {
      for (const isNested of [false, true]) {
        const [sectionId, vrfId] = [await section(true), await vrf()];
        const whole = ofVrf.includes(':') ? '2000::/3' : '10.0.0.0/8';
        const place = isNested ? { sectionId, masterSubnetId: await put(whole, { sectionId }) } : { sectionId };
        // below a parent, a network without a VRF may overlap an existing one with a VRF, but not the other way round
        const one = await put(ofVrf, { ...place, vrfId });
        const other = await put(without, place);
        const names = `${ofVrf} (subnet ${one}) | ${without} (subnet ${other})`;
        expect(await deleteVrf(vrfId), names).to.equal(`${code} ${names}`);
      }
    }
  });

  it('allow the deletion of a VRF without overlaps, or with overlaps below folders and in lenient sections only', async () => {
    const vrfId = await vrf();
    const [strict, loose] = [await section(true), await section(false)];
    const masterSubnetId = await put(null, { sectionId: strict });
    for (const place of [{ sectionId: loose }, { sectionId: strict, masterSubnetId }]) {
      await put('10.1.0.0/16', { ...place, vrfId });
      await put('10.1.0.0/16', place);
    }
    await put('10.2.0.0/16', { sectionId: strict, vrfId });
    await put('10.3.0.0/16', { sectionId: strict });
    expect(await deleteVrf(vrfId)).to.equal('done');
    expect(await check()).to.deep.equal([]);
  });

  it('reject strict mode for a section with overlapping networks', async () => {
    const [sectionId, vrfId] = [await section(false), await vrf()];
    const strict = () => outcomeOf(sections().change(internalCaller, sectionId, { strictMode: 1 }));
    await put('10.0.0.0/24', { sectionId, vrfId });
    const one = await put('10.0.0.0/24', { sectionId });
    const other = await put('10.0.0.0/23', { sectionId });
    expect(await strict()).to.equal(`${code} 10.0.0.0/24 (subnet ${one}) | 10.0.0.0/23 (subnet ${other})`);
    expect((await storage.readers.sections.find(sectionId))?.strictMode).to.equal(false);
    await subnets().delete(internalCaller, other);
    expect(await strict()).to.equal('done');
    expect(await check()).to.deep.equal([]);
  });

  it('never contain overlapping networks after concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const [sectionId, vrfId] = [await section(true), await vrf()];
      await put('10.0.0.0/24', { sectionId, vrfId });
      const looseId = await section(false);
      await Promise.all([
        deleteVrf(vrfId),
        outcomeOf(put('10.0.0.0/24', { sectionId })),
        outcomeOf(put('10.0.1.0/24', { sectionId, vrfId })),
        outcomeOf(put('10.0.1.0/24', { sectionId })),
        outcomeOf(sections().change(internalCaller, looseId, { strictMode: 1 })),
        ...['10.5.0.0/24', '10.5.0.0/25', '10.5.0.0/24'].map((network) => outcomeOf(put(network, { sectionId: looseId }))),
      ]);
      expect(await check()).to.deep.equal([]);
    }
  });
});
