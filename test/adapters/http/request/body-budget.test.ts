import { expect } from 'chai';
import { announcedBytes, bodyBudget, reserveBytes } from '../../../../adapters/http/pipeline/request/body.js';
import { expectRequestError } from '../support/refusals.js';

const clientAt = (network: string, isProxy = false) => ({ network, isProxy });

describe('The bytes of long bodies in memory', () => {
  it('are limited for the process, and for one client to half of that', () => {
    const budget = bodyBudget(100_000, 800_000);
    const reserve = (network: string) => reserveBytes(budget, clientAt(network), 100_000);
    const [release] = ['a', 'a', 'a', 'a', 'b', 'b', 'b'].map(reserve);
    expectRequestError(() => reserve('a'), 'request.tooManyBodies');
    reserve('b');
    expectRequestError(() => reserve('c'), 'request.tooManyBodies');
    release?.();
    reserve('c');
    expectRequestError(() => reserve('d'), 'request.tooManyBodies');
  });

  it('may all belong to one trusted proxy', () => {
    const budget = bodyBudget(100_000, 400_000);
    for (let i = 0; i < 4; i++) reserveBytes(budget, clientAt('proxy', true), 100_000);
    expectRequestError(() => reserveBytes(budget, clientAt('proxy', true), 100_000), 'request.tooManyBodies');
  });

  it('leave room for one body of any size', () => {
    const budget = bodyBudget(1_000_000, 10);
    const release = reserveBytes(budget, clientAt('a'), 1_000_000);
    expectRequestError(() => reserveBytes(budget, clientAt('b'), 1), 'request.tooManyBodies');
    release();
    expect(reserveBytes(budget, clientAt('b'), 1_000_000)).to.be.a('function');
  });

  it('equal the announced Content-Length, or else the maximum body size', () => {
    expect(announcedBytes({ headers: { 'content-length': '70000' } }, 100_000)).to.equal(70_000);
    expect(announcedBytes({ headers: { 'content-length': '700000' } }, 100_000)).to.equal(100_000);
    expect(announcedBytes({ headers: { 'transfer-encoding': 'chunked' } }, 100_000)).to.equal(100_000);
    expect(announcedBytes({ headers: {} }, 100_000)).to.equal(0);
  });
});
