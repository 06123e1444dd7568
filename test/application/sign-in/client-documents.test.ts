import { expect } from 'chai';
import { ClientDocuments } from '../../../application/access/oauth/client-documents.js';
import { type ClientDocument, ClientDocumentFailure } from '../../../application/ports/client-documents.js';
import { IpamError } from '../../../domain/errors.js';
import { errorOf } from '../../support/outcome/error-of.js';

const urlOf = (name: string): string => `https://tool.example/${name}`;

describe('Metadata documents of OAuth clients', () => {
  let now: number;
  let reads: string[];
  let documents: ClientDocuments;
  let answer: (url: string) => Promise<ClientDocument>;

  const valid = (url: string, maxAgeMs = 60_000): ClientDocument => ({
    content: { client_id: url, client_name: 'Tool', redirect_uris: ['https://tool.example/callback'] },
    maxAgeMs,
  });
  const problemOf = async (work: Promise<unknown>): Promise<unknown> => {
    const { code, details } = await errorOf(work, IpamError);
    return new Map<string, unknown>(Object.entries(details)).get('problem') ?? code;
  };

  beforeEach(() => {
    now = Date.UTC(2030, 0, 1);
    reads = [];
    answer = async (url) => valid(url);
    const read = (url: string): Promise<ClientDocument> => {
      reads.push(url);
      return answer(url);
    };
    documents = new ClientDocuments({ read }, { now: () => new Date(now) });
  });

  it('are read once in the period that their server permits, at most a day', async () => {
    const [hour, year] = [urlOf('hour'), urlOf('year')];
    answer = async (url) => valid(url, url === hour ? 3_600_000 : 31_536_000_000);
    for (const url of [hour, year, hour, year]) expect(await documents.find(url, 1)).to.have.property('id', url);
    expect(reads).to.deep.equal([hour, year]);
    now += 3_600_000;
    for (const url of [hour, year]) await documents.find(url, 1);
    expect(reads).to.deep.equal([hour, year, hour]);
    now += 82_800_000;
    await documents.find(year, 1);
    expect(reads).to.deep.equal([hour, year, hour, year]);
  });

  it('are stored for five minutes if their server permits less: a consent page and its response need one read', async () => {
    answer = async (url) => valid(url, 0);
    for (let time = 0; time < 3; time++) await documents.find(urlOf('a'), 1);
    now += 299_999;
    await documents.find(urlOf('a'), 1);
    expect(reads).to.have.lengthOf(1);
    now += 1;
    await documents.find(urlOf('a'), 1);
    expect(reads).to.have.lengthOf(2);
  });

  it('are not stored if they are unavailable or invalid', async () => {
    answer = async () => {
      throw new ClientDocumentFailure('its host answered 404');
    };
    const text = 'the metadata document of the client';
    expect(await problemOf(documents.find(urlOf('a'), 1))).to.equal(`${text} is unavailable: its host answered 404`);
    answer = async () => valid(urlOf('another'));
    expect(await problemOf(documents.find(urlOf('a'), 1))).to.equal(`${text} has a client_id other than its URL`);
    answer = async (url) => valid(url);
    expect(await documents.find(urlOf('a'), 1)).to.have.property('name', 'Tool');
  });

  it('share one read of simultaneous requests', async () => {
    const found = await Promise.all([1, 2, 3].map((user) => documents.find(urlOf('a'), user)));
    expect(new Set(found).size).to.equal(1);
    expect(reads).to.have.lengthOf(1);
  });

  it('are limited to 20 reads a minute for a user', async () => {
    for (let number = 0; number < 20; number++) await documents.find(urlOf(String(number)), 1);
    expect(await problemOf(documents.find(urlOf('more'), 1))).to.equal('rate.limited');
    expect(await documents.find(urlOf('0'), 1)).to.have.property('id', urlOf('0'));
    await documents.find(urlOf('more'), 2);
    now += 60_000;
    await documents.find(urlOf('again'), 1);
    expect(reads).to.have.lengthOf(22);
  });

  it('are limited to 16 simultaneous reads, 4 of them for one user', async () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    answer = (url) => ended.then(() => valid(url));
    const begin = (user: number) => [1, 2, 3, 4].map((number) => documents.find(urlOf(`${user}/${number}`), user));
    const busy = /too many documents are being read/;
    const pending = begin(1);
    expect(await problemOf(documents.find(urlOf('further'), 1))).to.match(busy);
    pending.push(...[2, 3, 4].flatMap(begin));
    expect(await problemOf(documents.find(urlOf('further'), 5))).to.match(busy);
    end();
    await Promise.all(pending);
    await documents.find(urlOf('further'), 5);
  });

  it('free the slots of reads that fail', async () => {
    answer = async () => {
      throw new ClientDocumentFailure('its host answered 404');
    };
    for (let number = 0; number < 17; number++) await problemOf(documents.find(urlOf(String(number)), 1));
    answer = async (url) => valid(url);
    expect(await documents.find(urlOf('0'), 1)).to.have.property('id', urlOf('0'));
  });

  it('are removed from the cache, oldest first, above a thousand', async () => {
    for (let number = 0; number <= 1000; number++) await documents.find(urlOf(String(number)), number);
    await documents.find(urlOf('1'), 2000);
    expect(reads).to.have.lengthOf(1001);
    await documents.find(urlOf('0'), 2000);
    expect(reads).to.have.lengthOf(1002);
  });
});
