/** Uses every entry of the package. This program only has to compile. */
import { createIpam, IpAddress, type Ipam, internalCaller, Prefix, StorageError, services } from 'hexipam';
import { Password, UserToken } from 'hexipam/auth';
import { readFields, subnetFields } from 'hexipam/domain';
import { type Api, createApi, type HttpDependencies } from 'hexipam/http';
import { openDatabase } from 'hexipam/knex';
import { createMemoryDatabase } from 'hexipam/memory';
import type { AuthStrategy, Database, SubnetListing } from 'hexipam/ports';
import { describeStorage } from 'hexipam/testing';

export const strategies = (ipam: Ipam): AuthStrategy[] => [new UserToken(ipam.accessTokens), new Password(ipam.signIn)];

export const serve = (dependencies: HttpDependencies): Api => createApi(dependencies);

export const open = (url: string): Promise<Database> => openDatabase({ url });

export const values = (description: string) => readFields(subnetFields, { description }, 'change');

export function test(): void {
  describeStorage({ name: 'memory', open: async () => createMemoryDatabase(), skip: { reopening: 'it is gone' } });
}

export async function use(): Promise<SubnetListing> {
  await using ipam = await createIpam({
    storage: { database: createMemoryDatabase() },
    rebind: (container) => void container.rebind(services.basePath).toConstantValue('/ipam'),
  });
  const sectionId = await ipam.sections.create(internalCaller, { name: 'Office', strictMode: true });
  const { id: subnetId } = await ipam.subnets.create(internalCaller, Prefix.parse('10.0.0.0/24'), { sectionId });
  const ip = IpAddress.parse('10.0.0.1');
  await ipam.addresses.create(internalCaller, { subnetId, ip, hostname: 'a.example', custom_env: 'prod' });
  await ipam.catalog.create(internalCaller, 'vlan', { name: 'office', number: 7 });
  // @ts-expect-error the name is required
  await ipam.sections.create(internalCaller, { description: 'no name' }).catch((error: unknown) => error instanceof StorageError);
  // @ts-expect-error unknown field
  await ipam.addresses.change(internalCaller, 1, { hostnames: 'a.example' }).catch(() => {});
  // @ts-expect-error secrets are not exposed
  await ipam.directory.codes?.();
  return ipam.subnets.read(internalCaller, subnetId);
}
