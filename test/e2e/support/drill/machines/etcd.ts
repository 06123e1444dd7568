import { join } from 'node:path';
import { adaptedTo, MachineFiles, readTemplate } from './configuration.js';
import type { Machine } from './machine.js';
import type { Network } from './network.js';

/** The etcd members, each on its own machine. */
export class Etcd {
  readonly machines: readonly Machine[];
  readonly #folder: string;

  private constructor(machines: readonly Machine[], folder: string) {
    this.machines = machines;
    this.#folder = folder;
  }

  static start(network: Network, folder: string): Etcd {
    const machines = [1, 2, 3].map((number) => network.add(`etcd${number}`, `198.51.100.2${number}`));
    const etcd = new Etcd(machines, folder);
    for (const machine of machines) {
      const files = new MachineFiles(join(folder, machine.name));
      files.folder('/var/lib/etcd');
      files.write('/etc/etcd/etcd.yml', adaptedTo(machine, readTemplate('etcd.yml'), machines, files.root));
    }
    etcd.run(machines);
    return etcd;
  }

  /** Starts members with their existing data. */
  run(machines: readonly Machine[]): void {
    for (const machine of machines) {
      const root = join(this.#folder, machine.name);
      machine.start(['etcd', '--config-file', `${root}/etc/etcd/etcd.yml`], `${root}/etcd.log`);
    }
  }
}
