import { expect } from 'chai';
import { completeStorage, unsupported } from '../../../application/complete-storage.js';
import { capabilityMethods, type StorageCapability, storageCapabilities } from '../../../application/ports/capabilities.js';
import type { Finding } from '../../../application/ports/consistency.js';
import { IpamError } from '../../../domain/errors.js';
import type { OpenPartialStorage, OpenStorage } from './storage.js';

/** A complete storage from a partial one. The ports of missing capabilities fail. */
export function whole(storage: OpenPartialStorage): OpenStorage {
  const { reopen } = storage;
  return {
    ...completeStorage(storage),
    check: (options) => storage.check?.(options) ?? failedCheck(),
    close: () => storage.close(),
    ...(reopen ? { reopen: async () => whole(await reopen.call(storage)) } : {}),
  };
}

async function* failedCheck(): AsyncGenerator<Finding> {
  yield await Promise.reject(unsupported('consistency'));
}

/** Tests that a storage has exactly the capabilities that it declares. */
export function describeCapabilities(named: readonly StorageCapability[], open: () => Promise<OpenPartialStorage>): void {
  describe('Capabilities', () => {
    let storage: OpenPartialStorage;
    before(async () => {
      storage = await open();
    });
    after(() => storage?.close());

    it('are those that the storage declares', () => {
      expect([...storage.capabilities].sort()).to.deep.equal([...named].sort());
    });

    for (const capability of storageCapabilities) {
      if (named.includes(capability)) {
        it(`include ${capability} with all of its methods`, async () => {
          const missing = await storage.unitOfWork.run(async (repositories) => missingMethods(repositories, capability));
          if (capability === 'consistency' && !storage.check) missing.push('check');
          expect(missing).to.deep.equal([]);
        });
      } else if (capability !== 'consistency') {
        it(`lack ${capability}, and its methods fail with storage.unsupported`, async () => {
          const errors = await completeStorage(storage).unitOfWork.run((repositories) => errorsOf(repositories, capability));
          expect(errors).to.deep.equal(errors.map(() => `storage.unsupported ${capability}`));
          expect(errors).to.not.deep.equal([]);
        });
      }
    }
  });
}

const methodsOf = (capability: StorageCapability): (readonly [port: string, method: string, answer: string])[] =>
  Object.entries<Readonly<Record<string, string>>>(capabilityMethods[capability]).flatMap(([port, answers]) =>
    Object.entries(answers).map(([method, answer]) => [port, method, answer] as const),
  );

const methodOf = (repositories: object, port: string, method: string): unknown => {
  const found: unknown = Reflect.get(repositories, port);
  return typeof found === 'object' && found !== null ? Reflect.get(found, method) : undefined;
};

const missingMethods = (repositories: object, capability: StorageCapability): string[] =>
  methodsOf(capability).flatMap(([port, method]) =>
    typeof methodOf(repositories, port, method) === 'function' ? [] : [`${port}.${method}`],
  );

/** The errors of all methods of a capability, except those whose substitute succeeds. */
async function errorsOf(repositories: object, capability: StorageCapability): Promise<string[]> {
  const errors: string[] = [];
  for (const [port, name, answer] of methodsOf(capability)) {
    if (answer === 'nothing') continue;
    const method = methodOf(repositories, port, name) as () => Promise<unknown> | AsyncIterable<unknown>;
    errors.push(await errorOf(method()));
  }
  return errors;
}

async function errorOf(answer: Promise<unknown> | AsyncIterable<unknown>): Promise<string> {
  try {
    if (answer instanceof Promise) await answer;
    else for await (const _each of answer) break;
    return 'none';
  } catch (error) {
    return IpamError.is(error, 'storage.unsupported') ? `${error.code} ${error.details.capability}` : String(error);
  }
}
