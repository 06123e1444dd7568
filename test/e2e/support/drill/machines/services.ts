import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../../../support/api-client.js';
import { ServiceProcess } from '../../../../support/processes/service-process.js';
import type { Members } from '../../storm/roving-client.js';
import { MachineFiles, readTemplate, settingsIn } from './configuration.js';
import type { Machine } from './machine.js';
import type { Network } from './network.js';

/** URL of HAProxy, to which clients send their requests. */
const frontUrl = 'http://198.51.100.5:8080';

/** Start options of the services, in addition to the settings of their files. */
export interface ServiceStart {
  readonly database: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Number of machines that run a service; default: all. */
  readonly count?: number;
}

/** Time until HAProxy has checked services and databases, in milliseconds. Its check interval is 1 s. */
const checkedMs = 2500;

/** The services, PgBouncer on the second service machine, and HAProxy in front. */
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

  /** Starts HAProxy, PgBouncer and the services. Resolves when HAProxy forwards requests. */
  async start(start: ServiceStart): Promise<void> {
    this.#start = start;
    this.#ended.length = 0;
    this.#startProxy();
    this.startPooler();
    await delay(checkedMs); // before its first checks, HAProxy connects clients to standbys too
    await Promise.all(this.#apps.slice(0, start.count).map((app) => this.#run(app)));
    await this.#untilReady();
  }

  /** A client that is signed in as Admin and sends its requests to HAProxy. */
  async signIn(): Promise<ApiClient> {
    const [service] = this.#running.values();
    if (!service) throw new Error('no service runs');
    return (await service.signIn()).with({ url: frontUrl });
  }

  /** Restarts one service after the other, as in an upgrade. @param main path of another program */
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

  /** Warnings and errors in the logs, except expected ones about the database, the replica and the schema. */
  get complaints(): string[] {
    const expected = /"message":"(database unavailable|change follower failed|replica not in use)"|this version knows \d+ only/;
    return [...this.#ended, ...this.#running.values()].flatMap(({ complaints }) =>
      complaints.filter((line) => !expected.test(line)).map((line) => `a service complains: ${line}`),
    );
  }

  /** Whether the log of any service contains a text. */
  haveLogged(text: string): boolean {
    return [...this.#ended, ...this.#running.values()].some(({ logs }) => logs.includes(text));
  }

  /** Stops the services gracefully, then kills HAProxy and PgBouncer. */
  async stop(): Promise<void> {
    const services = [...this.#running.values()];
    this.#running = new Map();
    this.#ended.push(...services);
    await Promise.all(services.map((service) => service.stop()));
    await this.abandon();
  }

  /** Kills the services, HAProxy and PgBouncer. */
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
