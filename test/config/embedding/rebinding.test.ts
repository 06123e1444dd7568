import { expect } from 'chai';
import type { Container } from 'inversify';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { useCaseNames } from '../../../application/use-cases.js';
import { createIpam, type Ipam, internalCaller, services } from '../../../config/embed.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';

const open = (rebind: (container: Container) => void): Promise<Ipam> =>
  createIpam({ storage: { database: createMemoryDatabase() }, rebind });

describe('A program that embeds the use cases', () => {
  for (const name of useCaseNames.filter((each) => !['readRouter'].includes(each))) {
    it(`replaces only ${name}`, async () => {
      const original = await open(() => {});
      const replacement: unknown = name === 'scanStatus' ? async () => 'replaced' : bound(original[name] as object);
      const ipam = await open((container) => void container.rebind<unknown>(services[name]).toConstantValue(replacement));
      expect(ipam[name]).to.equal(replacement);
      await Promise.all([ipam.close(), original.close()]);
    });
  }

  it('replaces a use case for the other use cases too', async () => {
    const asked: string[] = [];
    const ipam = await open((container) =>
      container.onActivation(services.directory, (_context, directory) => ({
        ...directory,
        customFields: async (on) => {
          asked.push(on);
          return [];
        },
      })),
    );
    await ipam.customFields.find('addresses', 'owner');
    expect(asked).to.deep.equal(['addresses']);
    await ipam.close();
  });

  it('replaces one method of a use case, and retains the others', async () => {
    const ipam = await open((container) =>
      container.onActivation(services.allocation, (_context, allocation) => ({
        ...bound(allocation),
        allocateAddress: async () => ({ id: 0, subnetId: 0, ip: IpAddress.parse('10.9.9.9') }),
      })),
    );
    const sectionId = await ipam.sections.create(internalCaller, { name: 'Replaced' });
    const { id } = await ipam.subnets.create(internalCaller, Prefix.parse('10.0.0.0/24'), { sectionId });
    expect(String((await ipam.allocation.allocateAddress(internalCaller, id, {})).ip)).to.equal('10.9.9.9');
    expect(String(await ipam.allocation.findFreeAddress(internalCaller, id))).to.equal('10.0.0.1');
    await ipam.close();
  });
});

/** The members of an object. The methods run on the object itself. */
function bound<T extends object>(object: T): T {
  const names = Object.keys(object) as (string & keyof T)[];
  for (let owner = Object.getPrototypeOf(object); owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
    names.push(...(Object.getOwnPropertyNames(owner) as (string & keyof T)[]));
  const ownOf = (member: unknown): unknown => (typeof member === 'function' ? member.bind(object) : member);
  return Object.fromEntries(names.map((name) => [name, ownOf(object[name])])) as T;
}
