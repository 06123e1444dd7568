import { expect } from 'chai';
import { isFallback, refuseDeletion } from '../../../domain/access/default-values.js';
import { defaultSettings } from '../../../domain/access/settings.js';
import { kindOf } from '../../../domain/catalog/kinds.js';

import { expectRefusal, refusalOf } from '../support/refusal.js';

const { defaults } = defaultSettings;

describe('a fallback record', () => {
  const cases: [kind: string, id: number, fallback: boolean][] = [
    ['tag', 2, true],
    ['tag', 3, true],
    ['tag', 4, false],
    ['l2domain', 1, true],
    ['l2domain', 2, false],
    ['scanAgent', 1, true],
    ['scanAgent', 2, false],
    ['vlan', 1, false],
    ['vlan', 0, false],
    ['device', 0, false],
    ['nameserver', 0, false],
  ];
  for (const [kind, id, fallback] of cases) {
    it(`${fallback ? 'is' : 'is not'} ${kind} ${id}`, () => {
      expect(isFallback(kind, id, defaults)).to.equal(fallback);
    });
  }

  it('is the scan agent and the state in the settings', () => {
    const settings = { ...defaults, subnetScanAgent: 7, subnetState: 9 };
    const records: [kind: string, id: number][] = [
      ['scanAgent', 7],
      ['scanAgent', 1],
      ['tag', 9],
      ['tag', 2],
    ];
    expect(records.map(([kind, id]) => isFallback(kind, id, settings))).to.deep.equal([true, false, true, true]);
  });

  it('is a tag that scans assign', () => {
    const scan = { onlineTag: 5, offlineTag: 6, discoveredTag: 7 };
    const isNamed = (id: number): boolean => isFallback('tag', id, { ...defaults, scan });
    expect([4, 5, 6, 7, 8].map(isNamed)).to.deep.equal([false, true, true, true, false]);
  });

  it('is not a scan agent if the settings contain none', () => {
    expect(isFallback('scanAgent', 1, { ...defaults, subnetScanAgent: null })).to.equal(false);
  });
});

describe('the deletion of a record', () => {
  it('is refused for a fallback record', () => {
    expectRefusal(() => refuseDeletion(kindOf('l2domain'), { id: 1 }, defaults), 'kind.inUse', { kind: 'l2domain', id: 1 });
    expect(refusalOf(() => refuseDeletion(kindOf('l2domain'), { id: 2 }, defaults))).to.equal(undefined);
  });

  it('is refused for a locked tag', () => {
    const tag = (locked: string) => ({ id: 7, values: { type: 'mine', locked } });
    expectRefusal(() => refuseDeletion(kindOf('tag'), tag('Yes'), defaults), 'kind.inUse', { kind: 'tag', id: 7 });
    expect(refusalOf(() => refuseDeletion(kindOf('tag'), tag('No'), defaults))).to.equal(undefined);
  });
});
