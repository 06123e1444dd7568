/** The service in your own program, without a server or a database. Run: node examples/embed.js */
import { createIpam, IpamError, internalCaller, Prefix } from 'hexipam';
import { createMemoryDatabase } from 'hexipam/memory';

// For a persistent storage: { url: 'file:./data' }, or { url: 'postgres://...' }.
const ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
try {
  const sectionId = await ipam.sections.create(internalCaller, { name: 'Office', strictMode: true });
  const { id: subnetId } = await ipam.subnets.create(internalCaller, Prefix.parse('10.20.0.0/30'), { sectionId });
  for (const hostname of ['printer', 'camera', 'door']) {
    try {
      const { ip } = await ipam.allocation.allocateAddress(internalCaller, subnetId, { hostname });
      console.log(`${hostname} has ${ip}`);
    } catch (error) {
      if (!IpamError.is(error, 'allocation.noAddress')) throw error;
      console.log(`${hostname} has no address: the network is full`);
    }
  }
} finally {
  await ipam.close();
}
