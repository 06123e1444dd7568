import { expect } from 'chai';
import { type ErrorMapping, mappedError } from '../../../../adapters/http/error-mapping.js';
import { answerFor } from '../../../../adapters/http/error-table.js';
import { RequestError } from '../../../../adapters/http/request-error.js';
import { IpamError } from '../../../../domain/errors.js';

describe('A route with an error mapping', () => {
  const mapping: ErrorMapping = {
    'subnet.unknown': 'path.subnetUnknown',
    'allocation.subnetFull': 'allocation.noAddress',
    'field.required': { name: 'parameter.vlanName' },
  };
  const toAnswer = (error: unknown, id?: string) => answerFor(mappedError(error, mapping, { id, parameters: {} }));

  it('answers with the mapped code and the details of the error', () => {
    expect(toAnswer(new IpamError('allocation.subnetFull'))).to.deep.include({ status: 404, message: 'No free addresses found' });
    expect(toAnswer(new IpamError('subnet.unknown', { id: 7 }))).to.deep.include({
      status: 400,
      message: 'Invalid subnet Id (7)',
    });
  });

  it('repeats an id as in the path', () => {
    expect(toAnswer(new IpamError('subnet.unknown', { id: 7 }), '007')?.message).to.equal('Invalid subnet Id (007)');
  });

  it('maps field errors by their field, and leaves others unchanged', () => {
    expect(toAnswer(new IpamError('field.required', { field: 'name' }))?.message).to.equal('Vlan name is required');
    expect(toAnswer(new IpamError('field.required', { field: 'number' }))?.message).to.equal('number is required');
  });

  it('uses the field names of its clients, whichever code it answers with', () => {
    const renamed: ErrorMapping = {
      'field.type': { grouped: 'parameter.yesOrNo' },
      fieldNames: { grouped: 'group', title: 'name' },
    };
    const messageOf = (error: IpamError) => answerFor(mappedError(error, renamed, { id: '7', parameters: {} }))?.message;
    expect(messageOf(new IpamError('field.type', { field: 'grouped', expected: 'flag' }))).to.equal(
      'Invalid group: yes or no expected',
    );
    expect(messageOf(new IpamError('field.required', { field: 'title' }))).to.equal('name is required');
    expect(messageOf(new IpamError('field.reference', { field: 'title', id: 5 }))).to.equal('Invalid name: 5 does not exist');
    const other = new IpamError('field.required', { field: 'number' });
    expect(mappedError(other, renamed, { parameters: {} })).to.equal(other);
  });

  it('uses the field name of the request', () => {
    const messageOf = (parameters: Record<string, unknown>, field = 'tag') =>
      answerFor(mappedError(new IpamError('field.reference', { field, id: 5 }), { synonyms: { state: 'tag' } }, { parameters }))
        ?.message;
    expect(messageOf({ state: 5 })).to.equal('Invalid state: 5 does not exist');
    expect(messageOf({ tag: 5, state: 5 })).to.equal('Invalid tag: 5 does not exist');
    expect(messageOf({})).to.equal('Invalid tag: 5 does not exist');
    expect(messageOf({ state: 5 }, 'location')).to.equal('Invalid location: 5 does not exist');
  });

  it('leaves all other errors unchanged, and stores the cause of mapped ones', () => {
    const others = [new IpamError('signIn.failed'), new RequestError('path.notFound'), new Error('a defect'), 'text'];
    for (const error of others) expect(mappedError(error, mapping, { id: '1', parameters: {} })).to.equal(error);
    const cause = new IpamError('subnet.unknown', { id: 7 });
    expect(mappedError(cause, mapping, { parameters: {} })).to.have.property('cause', cause);
  });
});
