import { IpamError } from '../domain/errors.js';
import {
  type CoreReaders,
  type CoreRepositories,
  type CoreStorage,
  capabilityMethods,
  type StorageCapability,
  type Substitute,
  storageCapabilities,
} from './ports/capabilities.js';
import type { Readers, Repositories, UnitOfWork } from './ports/unit-of-work.js';

/** A storage with all ports. Methods of missing capabilities fail or do nothing. */
export interface CompletedStorage {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly capabilities: readonly StorageCapability[];
}

export const unsupported = (capability: StorageCapability): IpamError<'storage.unsupported'> =>
  new IpamError('storage.unsupported', { capability });

/** Completes a storage. Methods of missing capabilities fail with storage.unsupported or do nothing, see `capabilityMethods`. */
export function completeStorage({ readers, unitOfWork, capabilities }: CoreStorage): CompletedStorage {
  const substitutes = substitutesWithout(capabilities);
  return {
    readers: completed<keyof Readers>(readers, substitutes) as Readers,
    unitOfWork: {
      run: (work, options) =>
        unitOfWork.run((repositories) => work(completed<keyof Repositories>(repositories, substitutes) as Repositories), options),
    },
    capabilities: Object.freeze(storageCapabilities.filter((each) => capabilities.includes(each))),
  };
}

type Method = (...args: unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

function completed<P extends string>(
  ports: CoreReaders | CoreRepositories,
  substitutes: ReadonlyMap<string, Methods>,
): Record<P, object> {
  const complete: Record<string, object> = { ...ports };
  for (const [name, methods] of substitutes) complete[name] = withMethods(complete[name] ?? {}, methods);
  return complete as Record<P, object>;
}

/** A port with replaced methods. Other methods are called on the original, which may have private members. */
function withMethods(port: object, methods: Methods): object {
  return new Proxy(port, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** Substitute methods for all missing capabilities, by port. */
function substitutesWithout(capabilities: readonly StorageCapability[]): ReadonlyMap<string, Methods> {
  const substitutes = new Map<string, Methods>();
  for (const capability of storageCapabilities) {
    if (capabilities.includes(capability)) continue;
    const ports: Readonly<Record<string, Readonly<Record<string, Substitute>>>> = capabilityMethods[capability];
    for (const [port, methodsOfPort] of Object.entries(ports)) {
      const methods = Object.entries(methodsOfPort).map(([name, substitute1]) => [name, substitute(capability, substitute1)]);
      substitutes.set(port, { ...substitutes.get(port), ...Object.fromEntries(methods) });
    }
  }
  return substitutes;
}

function substitute(capability: StorageCapability, behaviour: Substitute): Method {
  switch (behaviour) {
    case 'nothing':
      return async () => {};
    case 'fails':
      return () => Promise.reject(unsupported(capability));
    case 'failsAsStream':
      return () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(unsupported(capability)) }) });
  }
}
