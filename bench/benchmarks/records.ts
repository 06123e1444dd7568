import { adminPassword } from '../../test/support/processes/service-process.js';
import { type Benchmark, type Contender, reads, servicePath } from './benchmark.js';

/** Id of the first seeded address. */
const someAddress = 1;

const signIn: Contender = {
  name: 'POST user (sign-in)',
  side: 'service',
  traffic: () => ({
    method: 'POST',
    paths: [servicePath('/user/')],
    headers: { authorization: `Basic ${Buffer.from(`Admin:${adminPassword}`).toString('base64')}` },
  }),
};

const change: Contender = {
  name: 'PATCH one address',
  side: 'service',
  traffic: () => ({
    method: 'PATCH',
    paths: Array.from({ length: 500 }, (_, index) => servicePath(`/addresses/${someAddress + index * 17}/`)),
    body: '{"description":"changed {n}"}',
  }),
};

const alone = (name: string, contender: Contender): Benchmark => ({ name, contenders: [contender], ratios: [] });

/** Benchmarks without a target. */
export const records: readonly Benchmark[] = [
  alone('address-patch', change),
  alone('address-get', reads('GET one address', `/addresses/${someAddress}/`)),
  alone('sign-in', signIn),
];
