import type { Answer, ApiClient } from '../../../support/api-client.js';
import { ServiceProcess } from '../../../support/processes/service-process.js';

/** Number of concurrent clients. */
const clientCount = 50;

/** Further fields of a subnet. */
type Fields = Readonly<Record<string, unknown>>;

/** Service processes on one database, and 50 clients spread over them. */
export class Fleet {
  readonly services: readonly ServiceProcess[];
  readonly clients: readonly ApiClient[];

  private constructor(services: readonly ServiceProcess[], clients: readonly ApiClient[]) {
    this.services = services;
    this.clients = clients;
  }

  /** Starts all processes concurrently. */
  static async start(databaseUrl: string, processes: number): Promise<Fleet> {
    const starts = Array.from({ length: processes }, () => ServiceProcess.start({ databaseUrl }));
    const services = await Promise.all(starts).catch(async (error: unknown) => {
      for (const start of await Promise.allSettled(starts)) if (start.status === 'fulfilled') await start.value.kill9();
      throw error;
    });
    const signedIn = await Promise.all(services.map((service) => service.signIn()));
    const clients = Array.from({ length: clientCount }, (_, index) => (signedIn[index % signedIn.length] as ApiClient).with({}));
    for (const client of signedIn) client.close();
    return new Fleet(services, clients);
  }

  /** A client for requests outside a race. */
  get client(): ApiClient {
    return this.clients[0] as ApiClient;
  }

  /** Warnings and errors in the logs of the processes. */
  get complaints(): readonly string[] {
    return this.services.flatMap((service) => service.complaints);
  }

  /** Runs all clients concurrently. Each client makes `calls` sequential calls. */
  async race(calls: number, call: (client: ApiClient, turn: number) => Promise<Answer>): Promise<Answer[]> {
    const answers = await Promise.all(
      this.clients.map(async (client, index) => {
        const own: Answer[] = [];
        for (let turn = 0; turn < calls; turn++) own.push(await call(client, index * calls + turn));
        return own;
      }),
    );
    return answers.flat();
  }

  /** Creates a section with a unique name. @returns its id */
  async section(fields: Fields = {}): Promise<number> {
    const name = `race ${++this.#sections}`;
    return (await this.client.post('/sections/', { name, ...fields })).id;
  }

  /** Creates a network. @returns its id */
  async network(sectionId: number, cidr: string, fields: Fields = {}): Promise<number> {
    const [subnet, mask] = cidr.split('/');
    return (await this.client.post('/subnets/', { sectionId, subnet, mask, ...fields })).id;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await Promise.all(this.services.map((service) => service.stop()));
  }

  #sections = 0;
}

/** Number of answers by summary. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { summary } of answers) counts[summary] = (counts[summary] ?? 0) + 1;
  return counts;
}

/** The answers that created something. */
export const created = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status === 201);

/** The `data` of each answer, e.g. allocated addresses. */
export const dataOf = (answers: readonly Answer[]): string[] => answers.map(({ envelope }) => String(envelope.data));
