import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { ApiServer } from '../../support/api-server.js';

/** The properties of a path that differ between kinds of records. */
export interface CrudSubject {
  /** Path below the application, e.g. `/vlan/`. */
  readonly path: string;
  /** Path of records in Location headers; default: `path`. */
  readonly location?: string;
  /** Name of the id in records; default: `id`. */
  readonly idName?: string;
  /** A valid record. `n` is unique in each call. */
  sample(n: number): Readonly<Record<string, unknown>>;
  /** A change of one text field. */
  readonly change: Readonly<Record<string, string>>;
  /** Printed members of a record that the sample does not set. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Number of records in a fresh database. */
  readonly builtIn?: number;
  /** Texts of answers. */
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
  /** Rels of the links of a single record. Undefined: records have no links. */
  readonly rels?: readonly string[];
}

/** The printed members of a record: all values are texts. */
const printed = (sample: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, String(value)]));

const unknownId = 4711;

/** The common suite of all kinds of records. */
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
  it('lists the records of a fresh database', async () => {
    const answer = await client().get(path);
    if (builtIn === 0) expect(answer.summary).to.equal(says.none);
    else expect(answer.records).to.have.length(builtIn);
  });

  it('reports unknown and malformed ids', async () => {
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

  it('shows links on request', async () => {
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
  it('returns the id and location of a created record', async () => {
    const answer = await client().post(path, sample(800));
    expect(answer.status).to.equal(201);
    expect(answer.headers.location).to.equal(`/api/main${location}${answer.id}/`);
    const { message, data } = answer.envelope;
    expect({ message, data }).to.deep.equal({ message: undefined, data: undefined, ...says.created });
    expect((await client().get(`${path}${answer.id}/`)).record[idName]).to.equal(String(answer.id));
  });

  it('refuses unknown fields and invalid values, and creates nothing', async () => {
    const before = await client().list(path);
    expect((await client().post(path, { ...sample(801), bogus: 1 })).summary).to.equal('400 Invalid request key bogus');
    expect((await client().post(path, { ...sample(802), id: 77 })).summary).to.equal('400 Invalid request key id');
    const [field = ''] = Object.keys(sample(803));
    const broken = await client().post(path, { ...sample(803), [field]: 'a\u0007' });
    expect(broken.status).to.equal(400);
    expect(await client().list(path)).to.have.length(before.length);
  });

  it('returns 401 for a creation through a read-only application', async () => {
    expect((await server().on('read').post(path, sample(804))).summary).to.equal('401 invalid permissions');
  });
}

function describeChange({ path, says, change, idName = 'id' }: CrudSubject, { client, create }: Given): void {
  it('changes only the fields that are sent', async () => {
    const id = await create();
    const { record: before } = await client().get(`${path}${id}/`);
    const answer = await client().patch(`${path}${id}/`, change);
    expect(answer.envelope).to.include({ code: 200, message: says.changed });
    const { record: after } = await client().get(`${path}${id}/`);
    const { editDate } = after;
    expect(after).to.deep.equal({ ...before, ...change, ...(editDate === undefined ? {} : { editDate }) });
    if (editDate !== undefined) expect(editDate).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('accepts the id in the body, and PUT instead of PATCH', async () => {
    const id = await create();
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ id, ...change });
    expect((await client().send({ method: 'PUT', target: path, headers, body })).envelope.message).to.equal(says.changed);
    expect((await client().get(`${path}${id}/`)).record).to.include({ ...change, [idName]: String(id) });
    const other = await client().patch(`${path}${id}/`, { id: id + 1, ...change });
    expect(other.summary).to.equal('400 Invalid id: differs from the one in the path');
  });

  it('refuses a change without fields, of an unknown field or of an unknown record', async () => {
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

  it('deletes the record whose id is in the body', async () => {
    const id = await create();
    expect((await client().delete(path, { id })).envelope.message).to.equal(says.deleted);
    expect((await client().get(`${path}${id}/`)).summary).to.equal(says.unknown);
    expect((await client().delete(path)).status).to.equal(400);
  });
}
