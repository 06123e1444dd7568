import { expect } from 'chai';
import { readGroupLevel, readGroupLevels } from '../../../domain/access/group-levels.js';
import { expectRefusal } from '../support/refusal.js';

const operators = { id: 2, name: 'Operators', description: '', roles: [] };
const two = { id: 7, name: '2', description: '', roles: [] };
const groups = [operators, two];

describe('Levels of groups', () => {
  it('refer to a group by its name in any case, or by its id', () => {
    expect(readGroupLevels(groups, { OPERATORS: '1', '7': 3 })).to.have.deep.members([
      { group: operators, level: 1 },
      { group: two, level: 3 },
    ]);
    expect(readGroupLevel(groups, 7, 0)).to.deep.equal({ group: two, level: 0 });
  });

  it('prefer the group with the name to the group with the id', () => {
    expect(readGroupLevel(groups, '2', 2)).to.deep.equal({ group: two, level: 2 });
  });

  it('are refused for an unknown group or an unknown level', () => {
    expectRefusal(() => readGroupLevel(groups, 'Nobody', 9), 'permission.groupUnknown', { group: 'Nobody' });
    expectRefusal(() => readGroupLevels(groups, { Operators: 'all' }), 'subnet.permissionLevelUnknown', { level: 'all' });
  });

  it('are required', () => {
    for (const none of [undefined, null, '']) {
      expectRefusal(() => readGroupLevel(groups, none, 1), 'field.required', { field: 'group' });
      expectRefusal(() => readGroupLevel(groups, 2, none), 'field.required', { field: 'level' });
    }
  });
});
