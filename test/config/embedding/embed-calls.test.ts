import { expect } from 'chai';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { createIpam, type Ipam, IpamError, internalCaller } from '../../../config/embed.js';

type Method = (...given: unknown[]) => unknown;

/** Methods of an object and of its classes, with the part as prefix of their names. */
function methodsOf([part, object]: [part: string, object: object]): [name: string, method: Method][] {
  const owners: object[] = [];
  for (let owner = object; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) owners.push(owner);
  return owners.flatMap((owner) =>
    Object.entries(Object.getOwnPropertyDescriptors(owner))
      .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
      .map(([name, { value }]): [string, Method] => [`${part}.${name}`, (...given) => Reflect.apply(value, object, given)]),
  );
}

const partsOf = (object: object): [part: string, object: object][] =>
  Object.entries(object).filter(([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** Methods that return lists or nothing, and no promise. */
const giveNoPromise = new Set([
  'sections.list',
  'subnets.list',
  'addresses.list',
  'addresses.listsOf',
  'catalog.list',
  'catalog.select',
  'customFields.condition',
  'customFields.lookup',
  'commits.pauseUntil',
  'commits.announce',
  'accessKeys.expiryToTell',
  'accessTokens.digestOf',
  'rateLimiter.isLimited',
  'directory.noteUnstored',
]);

describe('The methods of an instance', () => {
  let ipam: Ipam;
  before(async () => {
    ipam = await createIpam({ storage: { database: createMemoryDatabase() } });
  });
  after(() => ipam.close());

  const restricted = { ...internalCaller, principal: { unrestricted: false, groups: [2], inventory: 'write' } };

  it('for administration return permission.denied to a restricted caller, for any input', async () => {
    const { access } = ipam;
    const calls = [...partsOf(access).flatMap(methodsOf), ...methodsOf(['access', access])];
    expect(calls.length).to.be.greaterThan(25);
    for (const [name, call] of calls) {
      const error = await Promise.resolve(call(restricted, 'nobody', 'nothing')).catch((reason: unknown) => reason);
      expect(IpamError.is(error) && error.code, name).to.equal('permission.denied');
    }
  });

  it('reject a promise instead of throwing, for any input', async () => {
    const calls = partsOf(ipam)
      .flatMap((part) => [part, ...partsOf(part[1])])
      .flatMap(methodsOf)
      .filter(([name]) => !giveNoPromise.has(name));
    expect(calls.length).to.be.greaterThan(80);
    const thrown: string[] = [];
    for (const given of [[], [restricted], [internalCaller, {}, {}, {}]])
      for (const [name, call] of calls)
        try {
          await Promise.resolve(call(...given)).catch(() => {});
        } catch (error) {
          thrown.push(`${name}(${given.length}): ${String(error)}`);
        }
    expect(thrown).to.deep.equal([]);
  });
});
