import { resolve } from 'node:path';
import { expect } from 'chai';
import { DatabaseError, openStorage } from '../../config/database.js';
import { isPersistent, storageOf } from '../../config/storages.js';

describe('The storage of a URL', () => {
  it('is shared by processes if it is a server', () => {
    const shared = ['postgres://host/name', 'postgresql://host/name', 'file:data', 'pglite:', 'memory:'].map(
      (url) => storageOf(url).isShared,
    );
    expect(shared).to.deep.equal([true, true, false, false, false]);
  });

  it('is a local directory for an embedded, persistent database', () => {
    const directories = ['file:data', 'file:///srv/data', 'pglite:', 'file::memory:', 'memory:', 'postgres://host/name'].map(
      (url) => storageOf(url).directoryOf(url),
    );
    expect(directories).to.deep.equal([resolve('data'), '/srv/data', undefined, undefined, undefined, undefined]);
  });

  it('is PGlite for pglite: and file::memory:, and the storage in memory for memory:', async () => {
    const opened = await Promise.all(['pglite:', 'file::memory:', 'memory:'].map((url) => openStorage(url)));
    expect(opened.map(({ about }) => about?.software)).to.deep.equal(['PostgreSQL, embedded', 'PostgreSQL, embedded', 'memory']);
    await Promise.all(opened.map((database) => database.close()));
  });

  it('is persistent if it is a server or in a directory', () => {
    const urls = ['postgres://host/name', 'file:data', 'pglite:', 'file::memory:', 'memory:'];
    expect(urls.map(isPersistent)).to.deep.equal([true, true, false, false, false]);
  });

  it('is rejected if the URL names no directory', async () => {
    for (const url of ['file:', 'file:  ', 'file:/', 'file://', 'file:///']) {
      const failure = await openStorage(url, { mustExist: true }).catch((error: unknown) => error);
      expect(failure, url).to.be.instanceOf(DatabaseError);
      expect(String(failure), url).to.include('has no directory');
    }
  });

  it('is rejected for an unknown scheme, with an error that does not contain the URL and its password', async () => {
    for (const url of ['mysql://user:secret@host/name', 'constructor:x', 'data', '']) {
      const failure = await openStorage(url).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(DatabaseError);
      expect(String(failure))
        .to.match(/a database URL starts with file:, .*postgres:/)
        .and.not.include('secret');
    }
  });
});
