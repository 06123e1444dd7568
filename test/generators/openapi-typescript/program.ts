import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const { API: baseUrl = '', PASSWORD: password = '', SECTION: name = '', NETWORK: subnet = '' } = process.env;

const client = createClient<paths>({
  baseUrl,
  headers: { 'api-stringify-results': '0' },
  querySerializer: { object: { style: 'form', explode: true } },
});

function dataOf<T>({ data, error }: { data?: T; error?: { message: string } }): T {
  if (data === undefined) throw new Error(error?.message);
  return data;
}

const authorization = `Basic ${Buffer.from(`Admin:${password}`).toString('base64')}`;
const { token } = dataOf(await client.POST('/user/', { headers: { authorization } })).data;
client.use({
  onRequest({ request }) {
    request.headers.set('token', token);
  },
});

const section = dataOf(await client.POST('/sections/', { body: { name, strictMode: true } }));
const sectionId = section.id ?? 0;
const network = dataOf(await client.POST('/subnets/', { body: { subnet, mask: 24, sectionId } }));
const id = network.id ?? 0;
const prefix = subnet.replace(/0$/, '');

const items = Array.from({ length: 12 }, (_, place) => ({
  action: 'create' as const,
  subnetId: id,
  ip: `${prefix}${place + 1}`,
  hostname: `web${place + 1}.example`,
}));
const written = dataOf(await client.POST('/addresses/bulk/', { body: { items, atomic: true } }));
assert.equal(written.data.filter(({ status }) => status === 201).length, 12);

const hostnames: (string | null)[] = [];
for (let after: string | undefined, more = true; more; ) {
  const query = {
    limit: 5,
    count: true,
    filter: { 'filter[hostname][prefix]': 'web' },
    ...(after === undefined ? {} : { after }),
  };
  const page = dataOf(await client.GET('/subnets/{id}/addresses/', { params: { path: { id }, query } }));
  assert.equal(page.total, 12);
  hostnames.push(...page.data.map(({ hostname }) => hostname));
  after = new URL(page.next ?? '', baseUrl).searchParams.get('after') ?? undefined;
  more = page.next !== undefined;
}
assert.equal(hostnames.length, 12);

const take = () =>
  client.POST('/addresses/first_free/{subnetId}/', {
    params: { path: { subnetId: id }, header: { 'Idempotency-Key': name } },
    body: { hostname: 'taken.example' },
  });
const [first, again] = [dataOf(await take()), dataOf(await take())];
assert.equal(first.data, `${prefix}13`);
assert.equal(again.id, first.id);

const { error, response } = await client.GET('/addresses/{id}/', { params: { path: { id: 999_999 } } });
assert.equal(response.status, 404);
assert.equal(error?.message, 'Invalid Id');
console.log('signed in, listed 12 addresses in pages, took one with a key, wrote in bulk, met an error');
