import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** What one path does with records of a kind: all that the paths differ in. */
export interface CrudSubject {
  /** Path below the application, e.g. `/vlan/`. */
  readonly path: string;
  /** Path of records in Location headers, when it is not the path itself. */
  readonly location?: string;
  /** Name of the id in records. */
  readonly idName?: string;
  /** A record that can be created any number of times: `n` differs each time. */
  sample(n: number): Readonly<Record<string, unknown>>;
  /** A change of one field that is a text. */
  readonly change: Readonly<Record<string, string>>;
  /** Members of records that no sample sets, as they print then. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Records that a fresh database has. */
  readonly builtIn?: number;
  /** What answers say beside the status. */
  readonly says: {
    readonly created: { readonly message?: string; readonly data?: string };
    readonly changed: string;
    readonly deleted: string;
    /** Status and text of failures. */
    readonly none?: string;
    readonly unknown: string;
    readonly notNumeric: string;
    readonly changeUnknown: string;
    readonly deleteUnknown: string;
    readonly changeNothing: string;
    readonly withoutId: string;
  };
  /** Rels that a single record links to where links are shown; none: its records have no links. */
  readonly rels?: readonly string[];
}

/** A record's members as they print: everything is text. */
const printed = (sample: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));

const unknownId = 4711;

/** What every kind of record can do, whatever its path: one suite, run for each. */
export function describeCrud(subject: CrudSubject): void {
  describe(`${subject.path} creates, reads, changes and deletes`, () => {
    let server: ApiServer;
    let client: ApiClient;
    let count = 0;
    const create = async () => (await client.post(subject.path, subject.sample(++count))).id;

    before(async () => {
      server = await ApiServer.start();
      client = server.client;
    });
    after(() => server.close());
    afterEach(() => expect(server.complaints).to.deep.equal([]));

    const given = { server: () => server, client: () => client, create };
    describeReads(subject, given);
    describeCreation(subject, given);
    describeChange(subject, given);
    describeDeletion(subject, given);
  });
}

interface Given {
  server(): ApiServer;
  client(): ApiClient;
  create(): Promise<number>;
}

function describeReads(
  { path, says, idName = 'id', defaults, builtIn = 0, sample, rels }: CrudSubject,
  { server, client, create }: Given,
): void {
  it('lists what a fresh database has', async () => {
    const answer = await client().get(path);
    if (builtIn === 0) expect(answer.summary).to.equal(says.none);
    else expect(answer.records).to.have.length(builtIn);
  });

  it('tells that there is no such record', async () => {
    expect((await client().get(`${path}${unknownId}/`)).summary).to.equal(says.unknown);
    expect((await client().get(`${path}0/`)).summary).to.equal(says.unknown);
    expect((await client().get(`${path}99999999999/`)).summary).to.equal(says.unknown);
    expect((await client().get(`${path}abc/`)).summary).to.equal(says.notNumeric);
  });

  it('shows a record with all its members, alone and in lists', async () => {
    const wanted = sample(900);
    const { id } = await client().post(path, wanted);
    const { record } = await client().get(`${path}${id}/`);
    expect(record).to.include({ ...defaults, ...printed(wanted), [idName]: String(id) });
    for (const list of [path, `${path}all/`]) expect((await client().get(list)).records).to.deep.include(record);
    const filtered = await client().get(`${path}?filter_by=${idName}&filter_value=${id}`);
    expect(filtered.records).to.deep.equal([record]);
  });

  it('shows links where they are wanted', async () => {
    const id = await create();
    const linked = server().on('links');
    const links = (await linked.get(`${path}${id}/`)).record.links as { rel: string; href: string }[] | undefined;
    expect(links?.map(({ rel }) => rel)).to.deep.equal(rels);
    for (const { rel, href } of links ?? []) {
      const answer = await linked.get(href.replace('/api/links', ''));
      expect(answer.status, href).to.be.oneOf(rel === 'self' ? [200] : [200, 404]);
      if (rel === 'self') expect(answer.record[idName]).to.equal(String(id));
    }
    expect((await linked.get(`${path}${id}/?links=false`)).record).not.to.have.property('links');
  });
}

function describeCreation({ path, location = path, idName = 'id', says, sample }: CrudSubject, { server, client }: Given): void {
  it('says what it created, and where that is', async () => {
    const answer = await client().post(path, sample(800));
    expect(answer.status).to.equal(201);
    expect(answer.headers.location).to.equal(`/api/main${location}${answer.id}/`);
    const { message, data } = answer.envelope;
    expect({ message, data }).to.deep.equal({ message: undefined, data: undefined, ...says.created });
    expect((await client().get(`${path}${answer.id}/`)).record[idName]).to.equal(String(answer.id));
  });

  it('refuses what is no field of its records, and makes nothing then', async () => {
    const before = await client().list(path);
    expect((await client().post(path, { ...sample(801), bogus: 1 })).summary).to.equal('400 Invalid request key bogus');
    expect((await client().post(path, { ...sample(802), id: 77 })).summary).to.equal('400 Invalid request key id');
    const [field = ''] = Object.keys(sample(803));
    const broken = await client().post(path, { ...sample(803), [field]: 'a\u0007' });
    expect(broken.status).to.equal(400);
    expect(await client().list(path)).to.have.length(before.length);
  });

  it('is not there for applications that only read', async () => {
    expect((await server().on('read').post(path, sample(804))).summary).to.equal('401 invalid permissions');
  });
}

function describeChange({ path, says, change, idName = 'id' }: CrudSubject, { client, create }: Given): void {
  it('changes what is sent and leaves the rest', async () => {
    const id = await create();
    const { record: before } = await client().get(`${path}${id}/`);
    const answer = await client().patch(`${path}${id}/`, change);
    expect(answer.envelope).to.include({ code: 200, message: says.changed });
    const { record: after } = await client().get(`${path}${id}/`);
    const { editDate } = after;
    expect(after).to.deep.equal({ ...before, ...change, ...(editDate === undefined ? {} : { editDate }) });
    if (editDate !== undefined) expect(editDate).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('takes the id from the body as well, and PUT for PATCH', async () => {
    const id = await create();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ id, ...change });
    expect((await client().send({ method: 'PUT', target: path, headers, body })).envelope.message).to.equal(says.changed);
    expect((await client().get(`${path}${id}/`)).record).to.include({ ...change, [idName]: String(id) });
    const other = await client().patch(`${path}${id}/`, { id: id + 1, ...change });
    expect(other.summary).to.equal('400 Invalid id: differs from the one in the path');
  });

  it('refuses a change of nothing, of an unknown field, or of no record', async () => {
    const id = await create();
    expect((await client().patch(`${path}${id}/`)).summary).to.equal(says.changeNothing);
    expect((await client().patch(`${path}${id}/`, { bogus: 1 })).summary).to.equal('400 Invalid request key bogus');
    expect((await client().patch(path, change)).summary).to.equal(says.withoutId);
    expect((await client().patch(`${path}${unknownId}/`, change)).summary).to.equal(says.changeUnknown);
  });
}

function describeDeletion({ path, says }: CrudSubject, { client, create }: Given): void {
  it('deletes a record once', async () => {
    const id = await create();
    const answer = await client().delete(`${path}${id}/`);
    expect(answer.envelope).to.include({ code: 200, message: says.deleted });
    expect((await client().get(`${path}${id}/`)).summary).to.equal(says.unknown);
    expect((await client().delete(`${path}${id}/`)).summary).to.equal(says.deleteUnknown);
  });

  it('takes the id of what is to be deleted from the body as well', async () => {
    const id = await create();
    expect((await client().delete(path, { id })).envelope.message).to.equal(says.deleted);
    expect((await client().get(`${path}${id}/`)).summary).to.equal(says.unknown);
    expect((await client().delete(path)).status).to.equal(400);
  });
}
