import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { changesBy, discovered, hostnameAmong, tagRules } from '../../../domain/scan/observation.js';
import { addressesAtOnce, defaultScanSettings, packetIntervalMs, probeTime } from '../../../domain/scan/scan-settings.js';

const at = '2024-03-01 12:00:00';
const since = '2024-03-01 11:30:00';
const before = '2024-03-01 11:29:59';
const lately = '2024-03-01 11:59:00';
const never = '1970-01-01 00:00:01';

describe('an observation of a host', () => {
  const usual = tagRules({ onlineTag: 2, offlineTag: 1 }, () => true, since);
  const frozen = tagRules({ onlineTag: 2, offlineTag: 1 }, (tag) => tag !== 2, since);
  const none = tagRules({ onlineTag: 0, offlineTag: 1 }, () => true, since);
  const same = tagRules({ onlineTag: 1, offlineTag: 1 }, () => true, since);
  const rows = [
    ['alive and used: lastSeen is set', usual, true, 2, never, { lastSeen: at }],
    ['alive and offline: the tag becomes used', usual, true, 1, before, { lastSeen: at, tag: 2 }],
    ['alive and reserved: the tag is unchanged', usual, true, 3, before, { lastSeen: at }],
    ['alive without a tag: no tag is set', usual, true, null, before, { lastSeen: at }],
    ['alive and seen at this time: no change', usual, true, 2, at, {}],
    ['alive and seen later, by another clock: the time is unchanged', usual, true, 1, '2024-03-01 12:00:01', { tag: 2 }],
    ['silent and used, seen recently: no change', usual, false, 2, lately, {}],
    ['silent and used, seen exactly at the limit: offline', usual, false, 2, since, { tag: 1 }],
    ['silent and used, seen before the limit: offline', usual, false, 2, before, { tag: 1 }],
    ['silent and used, never seen: offline', usual, false, 2, never, { tag: 1 }],
    ['silent and used, seen at an unknown time: offline', usual, false, 2, null, { tag: 1 }],
    ['silent and offline: no change', usual, false, 1, before, {}],
    ['silent and DHCP: no change', usual, false, 4, before, {}],
    ['silent without a tag: no change', usual, false, null, before, {}],
    ['silent, with a tag that scans may not change: no change', frozen, false, 2, before, {}],
    ['alive, with a tag that scans may change: the tag becomes used', frozen, true, 1, before, { lastSeen: at, tag: 2 }],
    ['alive where scans change no tags', none, true, 1, before, { lastSeen: at }],
    ['silent where scans change no tags', none, false, 2, before, {}],
    ['silent where both tags are the same', same, false, 1, before, {}],
  ] as const;
  for (const [what, rules, isAlive, tag, lastSeen, changes] of rows)
    it(what, () => {
      expect(changesBy({ tag, lastSeen }, { isAlive, at }, rules)).to.deep.equal(changes);
    });

  it('creates a record for an unregistered host', () => {
    const settings = { ...defaultScanSettings, discoveredTag: 4, discoveredDescription: 'found' };
    expect(discovered(IpAddress.parse('10.0.0.7'), 'host', at, settings)).to.deep.equal({
      ...{ ip: '10.0.0.7', tag: 4, description: 'found', hostname: 'host', lastSeen: at },
    });
    expect(discovered(IpAddress.parse('10.0.0.7'), undefined, at, settings).hostname).to.equal(null);
  });

  it('uses the first valid host name, because reverse DNS can contain any text', () => {
    expect(hostnameAmong([])).to.equal(undefined);
    expect(hostnameAmong(['host.example.'])).to.equal('host.example');
    expect(hostnameAmong(['_x-1.Example', 'b'])).to.equal('_x-1.Example');
    const bad = ['', '.', '-a', 'a b', 'a\nb', '<script>', 'a;b', 'ä', `${'a'.repeat(254)}`, '\u0000'];
    for (const name of bad) expect(hostnameAmong([name, 'good']), JSON.stringify(name)).to.equal('good');
  });
});

describe('the limits of a probe', () => {
  const limits = { attempts: 2, timeoutMilliseconds: 500, packetsPerSecond: 500 };

  it('permit time for every packet, for the last answers, and two more seconds', () => {
    expect(probeTime(limits, 1000)).to.equal(2000 * 2 + 1000 + 2000);
    expect(probeTime({ ...limits, packetsPerSecond: 1 }, 2)).to.equal(4000 + 1000 + 2000);
  });

  it('set an interval that never exceeds the packet rate', () => {
    for (const rate of [1, 3, 7, 333, 501, 999, 1000]) expect(1000 / packetIntervalMs(rate)).to.be.at.most(rate);
  });

  it('limit the number of addresses that are probed together', () => {
    const atOnce = (packetsPerSecond: number) => addressesAtOnce({ ...limits, packetsPerSecond });
    expect([1, 10, 500, 1000].map(atOnce)).to.deep.equal([2, 20, 1000, 1024]);
  });
});
