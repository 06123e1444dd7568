import { request } from 'node:http';
import { expect } from 'chai';
import { tryingWriter } from '../../../adapters/http/pipeline/request/write-request.js';
import { RequestError } from '../../../adapters/http/request-error.js';
import { createMemoryDatabase } from '../../../adapters/memory/index.js';
import { internalCaller } from '../../../application/caller.js';
import type { Observer } from '../../../application/ports/observer.js';
import type { Repositories, UnitOfWork } from '../../../application/ports/unit-of-work.js';
import { ApiServer } from '../../support/api-server.js';
import { errorOf } from '../../support/outcome/error-of.js';

describe('A dry run', () => {
  it('ends and releases its locks when the client disconnects', async () => {
    const memory = createMemoryDatabase();
    let deleted = 0;
    let onDelete = async (): Promise<void> => undefined;
    const counting = (repositories: Repositories): Repositories => ({
      ...repositories,
      subnets: new Proxy(repositories.subnets, {
        get: (subnets, name) => {
          const member: unknown = Reflect.get(subnets, name);
          if (typeof member !== 'function') return member;
          return async (...given: unknown[]) => {
            if (/^delete/.test(String(name))) await onDelete();
            return member.apply(subnets, given);
          };
        },
      }),
    });
    const unitOfWork: UnitOfWork = { run: (work, terms) => memory.unitOfWork.run((inner) => work(counting(inner)), terms) };
    let noteDisconnect = (): void => {};
    const isDisconnected = new Promise<void>((resolve) => {
      noteDisconnect = resolve;
    });
    const observer: Observer = { requestEnded: ({ isCutOff }) => isCutOff && noteDisconnect() };
    const server = await ApiServer.start({ storage: { ...memory, unitOfWork }, observer });
    const { client } = server;
    const sectionId = (await client.post('/sections/', { name: 'Abandoned' })).id;
    const ids: number[] = [];
    for (let n = 0; n < 100; n++) ids.push((await client.post('/subnets/', { sectionId, subnet: `10.0.${n}.0`, mask: 24 })).id);
    const items = ids.map((id) => ({ action: 'delete', id }));
    const body = JSON.stringify({ items, dry_run: 1 });
    const headers = { token: client.token ?? '', 'Content-Type': 'application/json', 'Content-Length': body.length };
    const sent = request(`${server.url}/api/main/subnets/bulk/`, { method: 'POST', headers });
    const gone = new Promise((resolve) => sent.on('close', resolve).on('error', () => undefined));
    onDelete = async () => {
      deleted++;
      if (deleted > 1) return;
      sent.destroy();
      await isDisconnected;
    };
    sent.end(body);
    await gone;
    await client.patch(`/subnets/${ids[50]}/`, { description: 'not waited for' });
    expect(deleted).to.equal(1);
    expect((await client.get(`/sections/${sectionId}/subnets/`)).records).to.have.length(100);
    await server.close();
  });

  it('fails after its time limit', async () => {
    const { write } = tryingWriter(internalCaller, -1);
    const work = write(
      async (caller) => caller.requireAwaited?.(),
      () => ({}),
    );
    expect((await errorOf(work, RequestError)).code).to.equal('parameter.dryRunTooLong');
  });
});
