import assert from 'node:assert/strict';
import {
  AddressesApi,
  Configuration,
  ResponseError,
  SectionsApi,
  SubnetsApi,
  UserApi,
  WriteAddressesRequestItemsInnerActionEnum,
} from './hexipam/index.js';

const { API: basePath = '', PASSWORD: password = '', SECTION: name = '', NETWORK: network = '' } = process.env;
const numbers = { 'api-stringify-results': '0' };

const user = new UserApi(new Configuration({ basePath, username: 'Admin', password, headers: numbers }));
const { token } = (await user.signIn()).data;
const configuration = new Configuration({ basePath, headers: { ...numbers, token } });
const addresses = new AddressesApi(configuration);
const subnets = new SubnetsApi(configuration);

const section = await new SectionsApi(configuration).createSection({ createSectionRequest: { name, strictMode: true } });
const subnet = await subnets.createSubnet({
  createSubnetRequest: { subnet: network, mask: 24, sectionId: section.id ?? 0 },
});
const id = subnet.id ?? 0;
const prefix = network.replace(/0$/, '');

const items = Array.from({ length: 12 }, (_, place) => ({
  action: WriteAddressesRequestItemsInnerActionEnum.Create,
  subnetId: id,
  ip: `${prefix}${place + 1}`,
  hostname: `web${place + 1}.example`,
}));
const written = await addresses.writeAddresses({ writeAddressesRequest: { items, atomic: true } });
assert.equal(written.data.filter(({ status }) => status === 201).length, 12);

const hostnames: (string | null)[] = [];
for (let after: string | undefined, more = true; more; ) {
  const page = await subnets.listSubnetAddresses({ id, limit: 5, count: true, ...(after === undefined ? {} : { after }) });
  assert.equal(page.total, 12);
  hostnames.push(...page.data.map(({ hostname }) => hostname));
  after = new URL(page.next ?? '', basePath).searchParams.get('after') ?? undefined;
  more = page.next !== undefined;
}
assert.equal(hostnames.length, 12);

const take = () =>
  addresses.allocateAddress({ subnetId: id, idempotencyKey: name, allocateAddressRequest: { hostname: 'taken.example' } });
const [first, again] = [await take(), await take()];
assert.equal(first.data, `${prefix}13`);
assert.equal(again.id, first.id);

const error = await addresses.getAddress({ id: 999_999 }).catch((reason: unknown) => reason);
assert(error instanceof ResponseError);
assert.equal(error.response.status, 404);
assert.equal(((await error.response.json()) as { message: string }).message, 'Invalid Id');
console.log('signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error');
