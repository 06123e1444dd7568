import { IpamError } from '../domain/errors.js';
import {
  type AnswerWithout,
  type CoreReaders,
  type CoreRepositories,
  type CoreStorage,
  capabilityMethods,
  type StorageCapability,
  storageCapabilities,
} from './ports/capabilities.js';
import type { Readers, Repositories, UnitOfWork } from './ports/unit-of-work.js';

/** A storage whose ports have all methods; those of missing capabilities fail. */
export interface CompletedStorage {
  readonly readers: Readers;
  readonly unitOfWork: UnitOfWork;
  readonly capabilities: readonly StorageCapability[];
}

/** The error of a use-case that needs a capability which the storage lacks. */
export const unsupported = (capability: StorageCapability): IpamError<'storage.unsupported'> =>
  new IpamError('storage.unsupported', { capability });

/**
 * A storage with the readers and units of work of all capabilities. Methods of those that it lacks fail with
 * storage.unsupported; which method belongs to which, `capabilityMethods` says.
 */
export function completeStorage({ readers, unitOfWork, capabilities }: CoreStorage): CompletedStorage {
  const substitutes = substitutesWithout(capabilities);
  return {
    readers: completed<keyof Readers>(readers, substitutes) as Readers,
    unitOfWork: {
      run: (work, terms) =>
        unitOfWork.run((repositories) => work(completed<keyof Repositories>(repositories, substitutes) as Repositories), terms),
    },
    capabilities: Object.freeze(storageCapabilities.filter((each) => capabilities.includes(each))),
  };
}

type Method = (...given: unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

function completed<P extends string>(
  ports: CoreReaders | CoreRepositories,
  substitutes: ReadonlyMap<string, Methods>,
): Record<P, object> {
  const complete: Record<string, object> = { ...ports };
  for (const [name, methods] of substitutes) complete[name] = withMethods(complete[name] ?? {}, methods);
  return complete as Record<P, object>;
}

/** A port with other methods beside its own, and in their place. Its own are called on the port, which may have private members. */
function withMethods(port: object, methods: Methods): object {
  return new Proxy(port, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(methods, name)) return methods[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** By port, the methods of capabilities that are not among some. */
function substitutesWithout(capabilities: readonly StorageCapability[]): ReadonlyMap<string, Methods> {
  const substitutes = new Map<string, Methods>();
  for (const capability of storageCapabilities) {
    if (capabilities.includes(capability)) continue;
    const ports: Readonly<Record<string, Readonly<Record<string, AnswerWithout>>>> = capabilityMethods[capability];
    for (const [port, answers] of Object.entries(ports)) {
      const methods = Object.entries(answers).map(([name, answer]) => [name, substitute(capability, answer)]);
      substitutes.set(port, { ...substitutes.get(port), ...Object.fromEntries(methods) });
    }
  }
  return substitutes;
}

function substitute(capability: StorageCapability, answer: AnswerWithout): Method {
  switch (answer) {
    case 'nothing':
      return async () => {};
    case 'fails':
      return () => Promise.reject(unsupported(capability));
    case 'failsAsStream':
      return () => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(unsupported(capability)) }) });
  }
}
