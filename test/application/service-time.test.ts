import { expect } from 'chai';
import { fromServiceZone, inServiceZone, instantsInServiceZone } from '../../application/service-time.js';
import { unseen } from '../../domain/address/address.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { inTimeZone } from '../support/time/time-zone.js';

const zones = ['UTC', 'Europe/Vienna', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];

const comesTwice = (local: unknown): boolean => typeof local === 'string' && instantsInServiceZone(local).length > 1;

describe('Times in the zone of the service', () => {
  it('are stored in UTC in every zone', () => {
    for (const zone of zones)
      expect(
        inTimeZone(zone, () => formatTimestamp(new Date(Date.UTC(2024, 2, 31, 23, 59, 59)))),
        zone,
      ).to.equal('2024-03-31 23:59:59');
  });

  for (const [zone, utc, local] of [
    ['UTC', '2024-07-01 12:00:00', '2024-07-01 12:00:00'],
    ['Europe/Vienna', '2024-01-01 12:00:00', '2024-01-01 13:00:00'],
    ['Europe/Vienna', '2024-07-01 12:00:00', '2024-07-01 14:00:00'],
    ['Europe/Vienna', '2024-03-31 00:59:59', '2024-03-31 01:59:59'],
    ['Europe/Vienna', '2024-03-31 01:00:00', '2024-03-31 03:00:00'],
    ['Asia/Tokyo', '2024-12-31 23:30:00', '2025-01-01 08:30:00'],
    ['America/New_York', '2024-03-01 02:00:00', '2024-02-29 21:00:00'],
    ['Asia/Kathmandu', '2024-01-01 00:00:00', '2024-01-01 05:45:00'],
    ['Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 00:00:00'],
    ['Asia/Tokyo', '0050-01-01 12:00:00', '0050-01-01 21:18:59'],
  ] as const) {
    it(`are ${local} in ${zone} for ${utc}, and are converted back`, () =>
      inTimeZone(zone, () => {
        expect(inServiceZone(utc)).to.equal(local);
        expect(fromServiceZone(local)).to.equal(utc);
        expect(fromServiceZone(local.replace(' ', 'T'))).to.equal(utc);
        expect(comesTwice(local)).to.equal(false);
      }));
  }

  it('are the later of two instants when the clocks go back', () => {
    for (const [zone, local, first, second] of [
      ['Europe/Vienna', '2024-10-27 02:30:00', '2024-10-27 00:30:00', '2024-10-27 01:30:00'],
      ['America/New_York', '2024-11-03 01:00:00', '2024-11-03 05:00:00', '2024-11-03 06:00:00'],
      ['Australia/Lord_Howe', '2024-04-07 01:45:00', '2024-04-06 14:45:00', '2024-04-06 15:15:00'],
    ] as const)
      inTimeZone(zone, () => {
        expect([first, second].map(inServiceZone), zone).to.deep.equal([local, local]);
        expect(fromServiceZone(local), zone).to.equal(second);
        expect(comesTwice(local), zone).to.equal(true);
      });
    inTimeZone('Europe/Vienna', () =>
      expect(['2024-10-27 01:59:59', '2024-10-27 03:00:00'].map(comesTwice)).to.deep.equal([false, false]),
    );
  });

  it('are shifted by the skipped time when the clocks go forward', () => {
    for (const [zone, local, utc, shown] of [
      ['Europe/Vienna', '2024-03-31 02:30:00', '2024-03-31 01:30:00', '2024-03-31 03:30:00'],
      ['America/New_York', '2024-03-10 02:00:00', '2024-03-10 07:00:00', '2024-03-10 03:00:00'],
      ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00', '2011-12-31 12:00:00'],
    ] as const)
      inTimeZone(zone, () => {
        expect(fromServiceZone(local), zone).to.equal(utc);
        expect(inServiceZone(utc), zone).to.equal(shown);
        expect(comesTwice(local), zone).to.equal(false);
      });
  });

  it('are unchanged when they represent no instant', () => {
    for (const zone of zones)
      inTimeZone(zone, () => {
        for (const text of [unseen, '0001-01-01 00:00:00', '9999-12-31 23:59:59']) {
          expect(inServiceZone(text), zone).to.equal(text);
          expect(fromServiceZone(text), zone).to.equal(text);
        }
      });
  });

  it('are unchanged when they are not valid', () => {
    const others = ['', 'soon', '2024-02-30 10:00:00', '2024-01-01 24:00:00', '2024-01-01 10:00:00Z', 7, null, undefined];
    inTimeZone('Asia/Tokyo', () => {
      for (const given of others) expect(fromServiceZone(given)).to.equal(given);
      expect(others.some(comesTwice)).to.equal(false);
    });
  });

  it('are shown unchanged when imported history contains one that does not exist', () => {
    inTimeZone('Asia/Tokyo', () => {
      for (const text of ['2021-13-01 10:00:00', '2021-01-01 25:00:00']) expect(inServiceZone(text)).to.equal(text);
    });
  });

  it('convert back to an instant with the same local time, throughout a year', () => {
    for (const zone of zones)
      inTimeZone(zone, () => {
        for (let time = Date.UTC(2024, 0, 1); time < Date.UTC(2025, 0, 1); time += 7_211_000) {
          const utc = formatTimestamp(new Date(time));
          const local = inServiceZone(utc);
          if (!comesTwice(local)) expect(fromServiceZone(local), zone).to.equal(utc);
          else expect(inServiceZone(String(fromServiceZone(local))), zone).to.equal(local);
        }
      });
  });
});
