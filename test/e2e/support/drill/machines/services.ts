import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../../../support/api-client.js';
import { ServiceProcess } from '../../../../support/processes/service-process.js';
import type { Members } from '../../storm/roving-client.js';
import { MachineFiles, readTemplate, settingsIn } from './configuration.js';
import type { Machine } from './machine.js';
import type { Network } from './network.js';

/** Where clients send their requests: HAProxy, in front of the services. */
const frontUrl = 'http://198.51.100.5:8080';

/** What services get beside the settings of their files. */
export interface ServiceStart {
  readonly database: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** How many of the machines run a service; all when not given. */
  readonly count?: number;
}

/** Time after which HAProxy has checked services and databases, in milliseconds: its interval is a second. */
const checkedMs = 2500;

/** The services on their machines, PgBouncer on the second one, and HAProxy in front. */
export class Services implements Members {
  readonly members = [{ name: 'haproxy', service: { url: frontUrl } }];
  readonly #proxy: Machine;
  readonly #apps: readonly Machine[];
  readonly #folder: string;
  #running = new Map<Machine, ServiceProcess>();
  #start: ServiceStart = { database: '' };
  readonly #ended: ServiceProcess[] = [];

  constructor(network: Network, folder: string) {
    this.#proxy = network.add('lb', '198.51.100.5');
    this.#apps = [1, 2].map((number) => network.add(`app${number}`, `198.51.100.3${number}`));
    this.#folder = folder;
  }

  /** Starts the services on a database, and what stands between; resolves when HAProxy passes requests on. */
  async start(start: ServiceStart): Promise<void> {
    this.#start = start;
    this.#ended.length = 0;
    this.#startProxy();
    this.startPooler();
    await delay(checkedMs); // before its first checks, HAProxy connects clients to standbys too
    await Promise.all(this.#apps.slice(0, start.count).map((app) => this.#run(app)));
    await this.#untilReady();
  }

  /** A client of Admin, by way of HAProxy. */
  async signIn(): Promise<ApiClient> {
    const [service] = this.#running.values();
    if (!service) throw new Error('no service runs');
    return (await service.signIn()).with({ url: frontUrl });
  }

  /** Replaces one service after the other, as an upgrade does. @param main another program */
  async roll(main?: string): Promise<void> {
    for (const [app, service] of this.#running) {
      await service.stop();
      this.#ended.push(service);
      await this.#run(app, main);
      await this.#untilReady();
    }
  }

  /** Starts PgBouncer on the second machine. */
  startPooler(): void {
    const [, app] = this.#apps;
    if (!app) return;
    const files = new MachineFiles(join(this.#folder, app.name));
    const { root } = files;
    files.write('/etc/pgbouncer/userlist.txt', '"hexipam" "secret"\n');
    const text = readTemplate('pgbouncer.ini').replaceAll('/etc/', `${root}/etc/`);
    app.start(['pgbouncer', files.write('/etc/pgbouncer/pgbouncer.ini', text)], join(root, 'pgbouncer.log'));
  }

  async stopPooler(): Promise<void> {
    await this.#apps[1]?.kill('pgbouncer');
  }

  /** What the services have logged as errors, but for their database, its schema, and outside systems. */
  get complaints(): string[] {
    const expected = /"message":"(database unavailable|change follower failed|replica not in use)"|this version knows \d+ only/;
    return [...this.#ended, ...this.#running.values()].flatMap(({ complaints }) =>
      complaints.filter((line) => !expected.test(line)).map((line) => `a service complains: ${line}`),
    );
  }

  /** Whether a text is in the log of a service. */
  haveLogged(text: string): boolean {
    return [...this.#ended, ...this.#running.values()].some(({ logs }) => logs.includes(text));
  }

  /** Stops the services as an operator does, and what stands between. */
  async stop(): Promise<void> {
    const services = [...this.#running.values()];
    this.#running = new Map();
    this.#ended.push(...services);
    await Promise.all(services.map((service) => service.stop()));
    await this.abandon();
  }

  /** Kills all of it. */
  async abandon(): Promise<void> {
    this.#running = new Map();
    await Promise.all([this.#proxy, ...this.#apps].map((machine) => machine.kill()));
  }

  async #run(app: Machine, main?: string): Promise<void> {
    const { database, variables } = this.#start;
    const settings = settingsIn(readTemplate(`${app.name}.env`));
    const databaseUrl = (settings.HEXIPAM_DATABASE_URL ?? '').replace(/\/hexipam(\?|$)/, `/${database}$1`);
    const service = await ServiceProcess.start({
      databaseUrl,
      variables: { ...settings, HEXIPAM_DATABASE_URL: databaseUrl, ...variables },
      launcher: app.launcher,
      nodeFlags: [],
      ...(main === undefined ? {} : { main }),
    });
    this.#running.set(app, service);
  }

  #startProxy(): void {
    const files = new MachineFiles(join(this.#folder, this.#proxy.name));
    const file = files.write('/etc/haproxy/haproxy.cfg', readTemplate('haproxy.cfg'));
    this.#proxy.start(['haproxy', '-f', file], join(files.root, 'haproxy.log'));
  }

  async #untilReady(): Promise<void> {
    const isReady = async (): Promise<boolean> => {
      const answers = [...this.#running.values()].map(({ url }) => url).concat(frontUrl);
      const statuses = await Promise.all(
        answers.map((url) =>
          fetch(`${url}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
      return statuses.every((status) => status === 200);
    };
    for (const end = Date.now() + 60_000; !(await isReady()); await delay(200))
      if (Date.now() > end) throw new Error('HAProxy has no service that is ready');
    await delay(checkedMs);
  }
}
