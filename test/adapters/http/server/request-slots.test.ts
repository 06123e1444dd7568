import { expect } from 'chai';
import type { Client } from '../../../../adapters/http/pipeline/exchange.js';
import { type RequestSlot, RequestSlots } from '../../../../adapters/http/pipeline/steps/limit-requests.js';
import { clientNetworkOf } from '../../../../domain/access/sign-in-block.js';

const connection = { destroy: () => undefined as never };

describe('Request slots', () => {
  let places: RequestSlots;
  beforeEach(() => {
    places = new RequestSlots(8);
  });

  const clientAt = (address: string, isProxy = false): Pick<Client, 'network' | 'isProxy'> => ({
    network: clientNetworkOf(address),
    isProxy,
  });

  /** Acquires all slots that a client gets. */
  const takeAll = (address: string, isProxy = false): RequestSlot[] => {
    const client = clientAt(address, isProxy);
    const taken = [];
    for (let place = places.acquire(client, connection); place; place = places.acquire(client, connection)) taken.push(place);
    return taken;
  };

  it('are limited for one client to half of all, and for each further client to half of the rest', () => {
    const clients = ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'];
    expect(clients.map((client) => takeAll(client).length)).to.deep.equal([4, 2, 1, 1]);
  });

  it('count for the whole network of a client', () => {
    expect(takeAll('2001:db8::1')).to.have.length(4);
    expect(takeAll('2001:db8::2')).to.have.length(0);
    expect(takeAll('2001:db8:0:1::1')).to.have.length(2);
  });

  it('are released when a request ends', () => {
    for (const place of takeAll('10.0.0.1')) {
      place.workEnds();
      place.exchangeEnds();
    }
    expect(takeAll('10.0.0.2')).to.have.length(4);
  });

  it('may all belong to a trusted proxy', () => {
    expect(takeAll('192.0.2.1', true)).to.have.length(8);
  });

  it('are revoked from a client that does not read its answers when another client would get none', () => {
    let cut = 0;
    const slow = { destroy: () => ++cut as never };
    for (let i = 0; i < 4; i++) places.acquire(clientAt('10.0.0.1'), slow)?.workEnds();
    expect(takeAll('10.0.0.2')).to.have.length(3);
    expect(cut).to.equal(1);
  });
});
