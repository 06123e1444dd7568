/** A process that adds addresses without end to the database in a directory, and prints each after its commit. */
import { argv, pid, stdout } from 'node:process';
import { openDatabase } from '../../../../adapters/knex/index.js';
import { IpAddress } from '../../../../domain/net/ip-address.js';
import { newAddress, newNetwork, newSection } from '../../../contracts/support/builders.js';

const [, , directory] = argv;
if (directory === undefined || directory.startsWith('-')) throw new Error(`usage: endless-writer DIRECTORY, not ${directory}`);
const database = await openDatabase({ url: `file:${directory}` });
await database.migrate();
const subnetId = await database.unitOfWork.run(async ({ sections, subnets }) =>
  subnets.insert(newNetwork(await sections.insert(newSection({ name: `Section of ${pid}` })), '10.0.0.0/8')),
);
for (let value = 0x0a000001n; ; value++) {
  const ip = IpAddress.of(4, value).toString();
  await database.unitOfWork.run(({ addresses }) => addresses.insert(newAddress(subnetId, ip)));
  stdout.write(`${ip}\n`);
}
