import { expect } from 'chai';
import { envelopeMembers, membersAroundData } from '../../../../adapters/http/codec/codec.js';

describe('answer envelope', () => {
  it('has its members in wire order, for any order of the input', () => {
    const members = envelopeMembers({
      time: 0.1,
      ip: '::1',
      data: [],
      subnetId: 2,
      id: 1,
      message: 'm',
      success: true,
      code: 200,
    });
    expect(members.map(([name]) => name)).to.deep.equal(['code', 'success', 'message', 'id', 'subnetId', 'data', 'ip', 'time']);
  });

  it('omits only undefined and null members', () => {
    expect(envelopeMembers({ code: 200, success: false, message: null, id: undefined, data: null })).to.deep.equal([
      ['code', 200],
      ['success', false],
    ]);
    expect(envelopeMembers({ code: 200, success: true, message: '', id: 0, data: '', time: 0 })).to.have.length(6);
  });

  it('splits the members before and after a list, with the time from the tail', () => {
    const around = membersAroundData({ code: 200, success: true, ip: '::1', data: 'old', time: 1 }, { time: 2 });
    expect(around.before.map(([name]) => name)).to.deep.equal(['code', 'success']);
    expect(around.after).to.deep.equal([
      ['ip', '::1'],
      ['time', 2],
    ]);
  });

  it('has no member after a list without a time', () => {
    expect(membersAroundData({ code: 200, success: true, id: 5 }, {})).to.deep.equal({
      before: [
        ['code', 200],
        ['success', true],
        ['id', 5],
      ],
      after: [],
    });
  });
});
