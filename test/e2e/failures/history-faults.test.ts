import { expect } from 'chai';
import { address, asFinal, honest, loose, looseMaster, master, pool, type Script, strict } from '../support/history-script.js';
import { partMark } from '../support/storm/history/history.js';

describe('The history checker', () => {
  const doctored: readonly { readonly title: string; readonly fault: RegExp; readonly doctor: (script: Script) => void }[] = [
    {
      title: 'a duplicate address',
      fault: /10\.0\.0\.2 in subnet 1 is there twice/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'create address', subnet: pool, ip: '10.0.0.2' });
        script.leave({ id: 104, subnetId: pool.id, ip: '10.0.0.2', mark });
      },
    },
    {
      title: 'an address that two clients got, although only one record exists',
      fault: /10\.0\.0\.1 in subnet 1 was given to r3 .* and to r8/,
      doctor: (script) => script.done({ kind: 'take address', subnet: pool }, 105, '10.0.0.1'),
    },
    {
      title: 'an address that was given to another client before its deletion',
      fault: /was given to r3/,
      doctor: (script) => {
        script.taken(106, '10.0.0.1');
        script.without(100).done({ kind: 'delete address', address });
      },
    },
    {
      title: 'an id that two clients got',
      fault: /address 101 was made by each of/,
      doctor: (script) => script.done({ kind: 'take address', subnet: pool }, 101, '10.0.0.3'),
    },
    {
      title: 'an address with a hold that ended too early',
      fault: /10\.0\.0\.3 of r\d+ .* is lost/,
      doctor: (script) => {
        script.held(110, '10.0.0.3', 60);
        script.later(20_000).expired(110);
      },
    },
    {
      title: 'an address that another client got before its hold expired',
      fault: /10\.0\.0\.3 in subnet 1 was given to/,
      doctor: (script) => {
        script.held(110, '10.0.0.3', 60);
        script.later(20_000).expired(110);
        script.taken(111, '10.0.0.3');
      },
    },
    {
      title: 'an address that was confirmed and then freed',
      fault: /10\.0\.0\.3 of r\d+ .* is lost/,
      doctor: (script) => {
        script.confirmed(script.held(110, '10.0.0.3', 2));
        script.later(60_000).expired(110);
      },
    },
    {
      title: 'an address that was freed before its extended hold expired',
      fault: /10\.0\.0\.3 of r\d+ .* is lost/,
      doctor: (script) => {
        const held = script.held(110, '10.0.0.3', 2);
        script.done({ kind: 'prolong address', address: held, hold: 600 });
        script.later(60_000).expired(110);
      },
    },
    {
      title: 'an address that no client got although its hold had long expired',
      fault: /10\.0\.0\.4 was given to .* although 1 lower addresses were free/,
      doctor: (script) => {
        script.held(110, '10.0.0.3', 2);
        script.later(60_000).taken(111, '10.0.0.4');
        script.expired(110);
      },
    },
    {
      title: 'a confirmation that was refused although the hold had not expired',
      fault: /\(confirm address\) of 10\.0\.0\.3 was refused: 404/,
      doctor: (script) => script.refused({ kind: 'confirm address', address: script.held(110, '10.0.0.3', 60) }, 404),
    },
    {
      title: 'a lost hold',
      fault: /10\.0\.0\.3 that r\d+ read is not held, though nobody confirmed it/,
      doctor: (script) => script.read(script.held(110, '10.0.0.3', 60), { isHeld: false }),
    },
    {
      title: 'a lost confirmation',
      fault: /10\.0\.0\.3 that r\d+ read is held, though it was confirmed/,
      doctor: (script) => {
        const held = script.held(110, '10.0.0.3', 60);
        const note = script.confirmed(held);
        script.read(held, { note, isHeld: true });
      },
    },
    {
      title: 'an address that expired although it was not held',
      fault: /the hold of address 101 has expired, which nobody held/,
      doctor: (script) => script.expired(101),
    },
    {
      title: 'overlapping networks in a strict section',
      fault: /subnet 10 .* and subnet 30 .* overlap in a strict section/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'create subnet', sectionId: strict, master, cidr: '10.1.0.0/25' });
        script.leaveSubnet(asFinal({ id: 30, sectionId: strict, cidr: '10.1.0.0/25' }, master.id, mark));
      },
    },
    {
      title: 'overlapping networks that were allocated in a section that is not strict',
      fault: /10\.1\.0\.0\/24 was given to .* and 10\.1\.0\.128\/25 to/,
      doctor: (script) => script.takenSubnet(31, '10.1.0.128/25', looseMaster),
    },
    {
      title: 'a network that was allocated over a created one',
      fault: /was given to/,
      doctor: (script) => {
        const mark = script.done(
          { kind: 'create subnet', sectionId: loose, master: looseMaster, cidr: '10.1.7.0/24' },
          32,
          '10.1.7.0/24',
        );
        script.subnets.push(asFinal({ id: 32, sectionId: loose, cidr: '10.1.7.0/24' }, looseMaster.id, mark));
        script.takenSubnet(33, '10.1.6.0/23', looseMaster);
      },
    },
    {
      title: 'an acknowledged address that is lost',
      fault: /10\.0\.0\.1 of r3 .* is lost/,
      doctor: (script) => script.without(100),
    },
    {
      title: 'an acknowledged network that is lost',
      fault: /10\.1\.1\.0\/24 of r6 .* is lost/,
      doctor: (script) => script.without(11),
    },
    {
      title: 'a loss that an earlier deletion does not explain',
      fault: /10\.0\.0\.4 of r9 .* is lost/,
      doctor: (script) => {
        script.done({ kind: 'delete address by ip', subnet: pool, ip: '10.0.0.4' });
        script.taken(107, '10.0.0.4');
        script.without(107);
      },
    },
    {
      title: 'an acknowledged resize that is lost',
      fault: /subnet 10 is 10\.1\.0\.0\/24 after its resize to \/25/,
      doctor: (script) => script.done({ kind: 'resize', subnet: { id: 10, sectionId: strict, cidr: '10.1.0.0/24' }, length: 25 }),
    },
    {
      title: 'a deleted address that exists again',
      fault: /10\.0\.0\.1 is there again after r8/,
      doctor: (script) => script.done({ kind: 'delete address', address }),
    },
    {
      title: 'an address that survived the truncation of its subnet',
      fault: /10\.0\.0\.2 of r4 is there again after r8 \(truncate\)/,
      doctor: (script) => script.done({ kind: 'truncate', subnet: pool }),
    },
    {
      title: 'a deleted network that exists again',
      fault: /subnet 11 is there again after r8/,
      doctor: (script) => script.done({ kind: 'delete subnet', subnet: { id: 11, sectionId: strict, cidr: '10.1.1.0/24' } }),
    },
    {
      title: 'an address that was deleted twice',
      fault: /address 100 was deleted by each of r8 .*, r9/,
      doctor: (script) => {
        script.without(100).done({ kind: 'delete address', address });
        script.done({ kind: 'delete address', address });
      },
    },
    {
      title: 'an address that no request created',
      fault: /address 108 .* was made by nobody/,
      doctor: (script) => script.leave({ id: 108, subnetId: pool.id, ip: '10.0.0.8', mark: 'stranger' }),
    },
    {
      title: 'an address of a refused request',
      fault: /address 109 .* is there although r8 was refused/,
      doctor: (script) => {
        const mark = script.refused({ kind: 'create address', subnet: pool, ip: '10.0.0.9' }, 409);
        script.leave({ id: 109, subnetId: pool.id, ip: '10.0.0.9', mark });
      },
    },
    {
      title: 'a request that was done twice',
      fault: /r8 was done twice/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'take address', subnet: pool });
        for (const [id, ip] of [
          [110, '10.0.0.10'],
          [111, '10.0.0.11'],
        ] as const)
          script.leave({ id, subnetId: pool.id, ip, mark });
      },
    },
    {
      title: 'a split with a missing subnet',
      fault: /part 2 of 2 of r8 .* is lost/,
      doctor: (script) => {
        const mark = script.unknown({
          kind: 'split',
          subnet: { id: 10, sectionId: strict, cidr: '10.1.0.0/24' },
          parts: 2,
          grouped: true,
        });
        script.subnets.push(asFinal({ id: 40, sectionId: strict, cidr: '10.1.0.0/25' }, 10, partMark(mark, 1)));
      },
    },
    {
      title: 'an address outside of its subnet',
      fault: /address 112 .* is outside of subnet 1/,
      doctor: (script) => script.taken(112, '10.0.1.1'),
    },
    {
      title: 'an address in a deleted subnet',
      fault: /address 100 .* is in subnet 1, which is gone/,
      doctor: (script) => script.without(pool.id),
    },
    {
      title: 'a network outside of its master',
      fault: /subnet 41 .* is not inside its master/,
      doctor: (script) => script.takenSubnet(41, '10.2.0.0/24'),
    },
    {
      title: 'an acknowledged change that is lost',
      fault: /address 100 has the note '', not 'r8'/,
      doctor: (script) => {
        script.changed(address);
        script.note(100, '');
      },
    },
    {
      title: 'an acknowledged change that an older change overwrote',
      fault: /address 100 has the note 'r8', not 'r9'/,
      doctor: (script) => {
        const older = script.changed(address);
        script.changed(address);
        script.note(100, older);
      },
    },
    {
      title: 'a stored change that was refused',
      fault: /address 100 has the note 'r8', not ''/,
      doctor: (script) => script.note(100, script.refused({ kind: 'change address', address }, 409)),
    },
    {
      title: 'a stored change although the service reported no change',
      fault: /address 100 has the note 'r8', not ''/,
      doctor: (script) => script.fault('cut').note(100, script.refused({ kind: 'change address', address }, 503)),
    },
    {
      title: 'a stored address although the service reported no change',
      fault: /address 113 .* is there although r8 was refused: 503/,
      doctor: (script) => {
        const mark = script.fault('cut').refused({ kind: 'create address', subnet: pool, ip: '10.0.0.13' }, 503);
        script.leave({ id: 113, subnetId: pool.id, ip: '10.0.0.13', mark });
      },
    },
    {
      title: 'a change with unknown outcome that takes effect long after its request',
      fault: /address 100 has the note 'r8', not 'r9'/,
      doctor: (script) => {
        const late = script.unknown({ kind: 'change address', address });
        script.later(20_000).changed(address);
        script.note(100, late);
      },
    },
    {
      title: 'a read that misses an existing record',
      fault: /10\.0\.0\.1 of r3 .* was not found by r8/,
      doctor: (script) => script.read(address, undefined),
    },
    {
      title: 'a read that finds a deleted record',
      fault: /10\.0\.0\.1 of r3 .* was found by r9 \(read address\) after it was deleted/,
      doctor: (script) => {
        script.done({ kind: 'delete address', address });
        script.read(address, { mark: 'r3' });
        script.without(100);
      },
    },
    {
      title: 'a read that finds a truncated record',
      fault: /was found by r9 \(read address\) after it was deleted/,
      doctor: (script) => {
        script.done({ kind: 'truncate', subnet: pool });
        script.read(address, { mark: 'r3' });
        script.without(100).without(101);
      },
    },
    {
      title: 'a read that finds a note older than the latest change',
      fault: /r9 \(read address\) has found the note '', not 'r8'/,
      doctor: (script) => {
        script.changed(address);
        script.read(address, { note: '' });
      },
    },
    {
      title: 'a read that finds the record of another request',
      fault: /r8 \(read address\) has found .*"mark":"r4".* where r3/,
      doctor: (script) => script.read(address, { mark: 'r4' }),
    },
    {
      title: 'a refused read',
      fault: /r8 \(read address\): 403/,
      doctor: (script) => script.refused({ kind: 'read address', address }, 403),
    },
    {
      title: 'a next address that is not the lowest one',
      fault: /10\.0\.0\.4 was given to r8 \(take address\) although 1 lower addresses were free/,
      doctor: (script) => script.taken(114, '10.0.0.4'),
    },
    {
      title: 'a next address above one that was freed before',
      fault: /10\.0\.0\.3 was given to r9 \(take address\) although 1 lower addresses were free/,
      doctor: (script) => {
        script.done({ kind: 'delete address', address });
        script.without(100).taken(115, '10.0.0.3');
      },
    },
    {
      title: 'a next address above more free ones than requests with unknown outcome can explain',
      fault: /10\.0\.0\.5 was given to r9 \(take address\) although 2 lower addresses were free/,
      doctor: (script) => {
        script.unknown({ kind: 'take address', subnet: pool });
        script.taken(116, '10.0.0.5');
      },
    },
    {
      title: 'a loss that a truncation with unknown outcome does not explain, since another address survived it',
      fault: /10\.0\.0\.1 of r3 .* is lost/,
      doctor: (script) => script.without(100).unknown({ kind: 'truncate', subnet: pool }),
    },
    {
      title: 'a loss that a truncation with unknown outcome does not explain, since it concerned another subnet',
      fault: /10\.0\.0\.1 of r3 .* is lost/,
      doctor: (script) => {
        const inside = { id: 50, sectionId: strict, cidr: '10.0.0.0/25' };
        const mark = script.done({ kind: 'create subnet', sectionId: strict, master: pool, cidr: inside.cidr }, 50, inside.cidr);
        script.subnets.push(asFinal(inside, pool.id, mark));
        script.without(100).without(101).unknown({ kind: 'truncate', subnet: inside });
      },
    },
    {
      title: 'a loss that a truncation with unknown outcome does not explain, since it ended long before',
      fault: /10\.0\.0\.3 of r9 .* is lost/,
      doctor: (script) => {
        script.unknown({ kind: 'truncate', subnet: pool });
        script.later(20_000).taken(117, '10.0.0.3');
        script.without(100).without(101).without(117);
      },
    },
    {
      title: 'a loss that a subnet deletion with unknown outcome does not explain, since the subnet exists',
      fault: /10\.0\.0\.1 of r3 .* is lost/,
      doctor: (script) => script.without(100).without(101).unknown({ kind: 'delete subnet', subnet: pool }),
    },
    {
      title: 'a creation that is missing in the history',
      fault: /the history does not tell of r3 \(take address\)/,
      doctor: (script) => script.forget('add', 100),
    },
    {
      title: 'a change that is missing in the history',
      fault: /the history does not tell of r8 \(change address\)/,
      doctor: (script) => {
        script.changed(address);
        script.forget('edit', 100);
      },
    },
    {
      title: 'a deletion that is missing in the history',
      fault: /the history does not tell of r8 \(delete address\)/,
      doctor: (script) => {
        script.done({ kind: 'delete address', address });
        script.without(100).forget('delete', 100);
      },
    },
    {
      title: 'a second address of one request that only the history contains',
      fault: /the history has 'add r3' 2 times/,
      doctor: (script) => {
        script.leave({ id: 118, subnetId: pool.id, ip: '10.0.0.3', mark: 'r3' });
        script.without(118);
      },
    },
    {
      title: 'a refused request that the history contains',
      fault: /the history tells of r8 \(take address\), which was refused/,
      doctor: (script) => {
        const mark = script.refused({ kind: 'take address', subnet: pool }, 404);
        script.leave({ id: 119, subnetId: pool.id, ip: '10.0.0.3', mark });
        script.without(119);
      },
    },
    {
      title: 'a truncation that was done twice',
      fault: /the history has 'truncate subnet 1' 2 times, which was asked for 1 times/,
      doctor: (script) => {
        script.done({ kind: 'truncate', subnet: pool });
        script.without(100).without(101);
        script.changes.push({ object: 'subnet', objectId: pool.id, action: 'truncate', isExpiry: false, differences: [] });
      },
    },
    {
      title: 'a change that silently overwrote another one',
      fault: /the history of address 100 goes from 'r8' on from ''/,
      doctor: (script) => {
        script.changed(address);
        script.note(100, '');
        script.changed(address);
      },
    },
    {
      title: 'a note that differs from the last one in the history',
      fault: /the history of address 100 ends with 'r8', not 'r9'/,
      doctor: (script) => {
        script.changed(address);
        script.note(100, script.unknown({ kind: 'change address', address }));
      },
    },
    {
      title: 'an answer of 503 without a fault',
      fault: /r8 \(take address\): 503/,
      doctor: (script) => script.refused({ kind: 'take address', subnet: pool }, 503),
    },
    {
      title: 'an answer of 503 long after a fault',
      fault: /r8 \(take address\): 503/,
      doctor: (script) => script.fault('database').later(6000).refused({ kind: 'take address', subnet: pool }, 503),
    },
    {
      title: 'an answer of 503 when only another process was killed',
      fault: /r8 \(take address\): 503/,
      doctor: (script) => script.fault('kill').refused({ kind: 'take address', subnet: pool }, 503),
    },
    {
      title: 'an answer of 500 even while the database fails',
      fault: /r8 \(take address\): 500/,
      doctor: (script) => script.fault('database').refused({ kind: 'take address', subnet: pool }, 500),
    },
    {
      title: 'an answer that reports a failure',
      fault: /r8 \(take address\): 500/,
      doctor: (script) => script.refused({ kind: 'take address', subnet: pool }, 500),
    },
    {
      title: 'a connection that broke although its process was not killed',
      fault: /r8 .* broke, which was not killed/,
      doctor: (script) => script.unknown({ kind: 'take address', subnet: pool }, false),
    },
  ];

  for (const { title, fault, doctor } of doctored) {
    it(`finds ${title}`, () => {
      const script = honest();
      doctor(script);
      expect(script.findings.join('\n')).to.match(fault);
    });
  }
});
