import { expect } from 'chai';
import { isFallback } from '../../../domain/catalog/fallbacks.js';
import { defaultSettings } from '../../../domain/identity/settings.js';

const { defaults } = defaultSettings;

describe('a record on which others fall back', () => {
  const cases: [kind: string, id: number, fallback: boolean][] = [
    ['tag', 2, true],
    ['tag', 3, false],
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

  it('is the scan agent and the state that the settings name', () => {
    const settings = { ...defaults, subnetScanAgent: 7, subnetState: 9 };
    const records: [kind: string, id: number][] = [
      ['scanAgent', 7],
      ['scanAgent', 1],
      ['tag', 9],
      ['tag', 2],
    ];
    expect(records.map(([kind, id]) => isFallback(kind, id, settings))).to.deep.equal([true, false, true, true]);
  });

  it('is no scan agent where the settings name none', () => {
    expect(isFallback('scanAgent', 1, { ...defaults, subnetScanAgent: null })).to.equal(false);
  });
});
