import { chmodSync } from 'node:fs';
import { makeTemporaryFolder, type TemporaryFolder } from '../../../../support/temporary-folder.js';
import { Cluster } from './cluster.js';
import { Etcd } from './etcd.js';
import type { Machine } from './machine.js';
import { Network } from './network.js';
import { Services } from './services.js';

/** All machines of a drill. The process that starts them removes them. */
export class Stage {
  readonly cluster: Cluster;
  readonly services: Services;
  /** The standby that the service reads from, if any. */
  readStandby: Machine | undefined;
  readonly #network: Network;
  readonly #folder: TemporaryFolder;

  private constructor(network: Network, folder: TemporaryFolder, cluster: Cluster) {
    this.#network = network;
    this.#folder = folder;
    this.cluster = cluster;
    this.services = new Services(network, folder.path);
  }

  static async start(): Promise<Stage> {
    const network = Network.make();
    const folder = makeTemporaryFolder();
    try {
      chmodSync(folder.path, 0o711); // user postgres must reach its folders in it
      const cluster = await Cluster.start(network, Etcd.start(network, folder.path), folder.path);
      return new Stage(network, folder, cluster);
    } catch (error) {
      await network.remove();
      folder.remove();
      throw error;
    }
  }

  /** Folder of logs and data. */
  get folder(): string {
    return this.#folder.path;
  }

  async remove(): Promise<void> {
    await this.#network.remove();
    this.#folder.remove();
  }
}
