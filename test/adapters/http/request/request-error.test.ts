import { expect } from 'chai';
import { RequestError } from '../../../../adapters/http/request-error.js';
import { IpamError } from '../../../../domain/errors.js';

describe('RequestError', () => {
  it('has a code and details, and lists both in its message', () => {
    const error = new RequestError('request.json', { problem: 'Syntax error' });
    expect(error).to.include({ name: 'RequestError', code: 'request.json', message: 'request.json {"problem":"Syntax error"}' });
    expect(error.details).to.deep.equal({ problem: 'Syntax error' });
    expect(new RequestError('request.xml')).to.deep.include({ message: 'request.xml', details: {} });
  });

  it('has a stack trace', () => {
    expect(new RequestError('request.xml').stack).to.include('request-error.test');
  });

  it('is distinguished from other errors, and by its codes', () => {
    const error: unknown = new RequestError('filter.nothing');
    expect(RequestError.is(error)).to.equal(true);
    expect(RequestError.is(error, 'filter.nothing', 'request.xml')).to.equal(true);
    expect(RequestError.is(error, 'request.xml')).to.equal(false);
    expect(RequestError.is(new IpamError('subnet.cycle'))).to.equal(false);
    expect(RequestError.is('filter.nothing')).to.equal(false);
  });
});
