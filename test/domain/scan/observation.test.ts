import { expect } from 'chai';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { changesBy, discovered, hostnameAmong, tagRules } from '../../../domain/scan/observation.js';
import { addressesAtOnce, defaultScanSettings, packetIntervalMs, probeTime } from '../../../domain/scan/scan-settings.js';

const at = '2024-03-01 12:00:00';
const since = '2024-03-01 11:30:00';
const before = '2024-03-01 11:29:59';
const lately = '2024-03-01 11:59:00';
const never = '1970-01-01 00:00:01';

describe('what is seen of a host', () => {
  const usual = tagRules({ onlineTag: 2, offlineTag: 1 }, () => true, since);
  const frozen = tagRules({ onlineTag: 2, offlineTag: 1 }, (tag) => tag !== 2, since);
  const none = tagRules({ onlineTag: 0, offlineTag: 1 }, () => true, since);
  const same = tagRules({ onlineTag: 1, offlineTag: 1 }, () => true, since);
  const rows = [
    ['alive and used: it was seen', usual, true, 2, never, { lastSeen: at }],
    ['alive and offline: it is used', usual, true, 1, before, { lastSeen: at, tag: 2 }],
    ['alive and reserved: it stays so', usual, true, 3, before, { lastSeen: at }],
    ['alive without a tag: it stays so', usual, true, null, before, { lastSeen: at }],
    ['alive and seen at this time: nothing', usual, true, 2, at, {}],
    ['alive and seen later, by another clock: the time stays', usual, true, 1, '2024-03-01 12:00:01', { tag: 2 }],
    ['silent and used, seen lately: nothing', usual, false, 2, lately, {}],
    ['silent and used, seen as long ago as is bearable: offline', usual, false, 2, since, { tag: 1 }],
    ['silent and used, seen longer ago: offline', usual, false, 2, before, { tag: 1 }],
    ['silent and used, never seen: offline', usual, false, 2, never, { tag: 1 }],
    ['silent and used, seen nobody knows when: offline', usual, false, 2, null, { tag: 1 }],
    ['silent and offline: nothing', usual, false, 1, before, {}],
    ['silent and DHCP: nothing', usual, false, 4, before, {}],
    ['silent without a tag: nothing', usual, false, null, before, {}],
    ['silent, with a tag that scans may not take: nothing', frozen, false, 2, before, {}],
    ['alive, with a tag that scans may take: it is used', frozen, true, 1, before, { lastSeen: at, tag: 2 }],
    ['alive where scans change no tags', none, true, 1, before, { lastSeen: at }],
    ['silent where scans change no tags', none, false, 2, before, {}],
    ['silent where both tags are the same', same, false, 1, before, {}],
  ] as const;
  for (const [what, rules, isAlive, tag, lastSeen, changes] of rows)
    it(what, () => {
      expect(changesBy({ tag, lastSeen }, { isAlive, at }, rules)).to.deep.equal(changes);
    });

  it('becomes a record where nobody has registered it', () => {
    const settings = { ...defaultScanSettings, discoveredTag: 4, discoveredDescription: 'found' };
    expect(discovered(IpAddress.parse('10.0.0.7'), 'host', at, settings)).to.deep.equal({
      ...{ ip: '10.0.0.7', tag: 4, description: 'found', hostname: 'host', lastSeen: at },
    });
    expect(discovered(IpAddress.parse('10.0.0.7'), undefined, at, settings).hostname).to.equal(null);
  });

  it('has the first name that can be one, as whoever owns the address writes what it likes', () => {
    expect(hostnameAmong([])).to.equal(undefined);
    expect(hostnameAmong(['host.example.'])).to.equal('host.example');
    expect(hostnameAmong(['_x-1.Example', 'b'])).to.equal('_x-1.Example');
    const bad = ['', '.', '-a', 'a b', 'a\nb', '<script>', 'a;b', 'ä', `${'a'.repeat(254)}`, '\u0000'];
    for (const name of bad) expect(hostnameAmong([name, 'good']), JSON.stringify(name)).to.equal('good');
  });
});

describe('the limits of a probe', () => {
  const limits = { attempts: 2, timeoutMilliseconds: 500, packetsPerSecond: 500 };

  it('leave time for every packet, for the last answers, and two seconds', () => {
    expect(probeTime(limits, 1000)).to.equal(2000 * 2 + 1000 + 2000);
    expect(probeTime({ ...limits, packetsPerSecond: 1 }, 2)).to.equal(4000 + 1000 + 2000);
  });

  it('make pauses that never let more packets through than are allowed', () => {
    for (const rate of [1, 3, 7, 333, 501, 999, 1000]) expect(1000 / packetIntervalMs(rate)).to.be.at.most(rate);
  });

  it('bound how many addresses are probed together', () => {
    const atOnce = (packetsPerSecond: number) => addressesAtOnce({ ...limits, packetsPerSecond });
    expect([1, 10, 500, 1000].map(atOnce)).to.deep.equal([2, 20, 1000, 1024]);
  });
});
