import { expect } from 'chai';
import {
  type FinalAddress,
  type FinalSubnet,
  type History,
  type KnownSubnet,
  partMark,
  type StormEvent,
  type StormRequest,
} from './support/storm/history.js';
import { faultsIn } from './support/storm/history-checker.js';

const strict = 1;
const loose = 2;
const pool: KnownSubnet = { id: 1, sectionId: strict, cidr: '10.0.0.0/24' };
const master: KnownSubnet = { id: 2, sectionId: strict, cidr: '10.1.0.0/16' };
const looseMaster: KnownSubnet = { id: 3, sectionId: loose, cidr: '10.1.0.0/16' };
const asFinal = ({ id, sectionId, cidr }: KnownSubnet, masterId: number | null, mark: string): FinalSubnet => ({
  id,
  sectionId,
  masterId,
  cidr,
  mark,
});

/** A history that is written by hand; one request follows the other. */
class Script {
  readonly events: StormEvent[] = [];
  readonly subnets: FinalSubnet[] = [];
  readonly addresses: FinalAddress[] = [];
  readonly killed = new Set<string>();
  #now = 0;

  constructor() {
    for (const root of [pool, master, looseMaster]) {
      const mark = this.done(
        { kind: 'create subnet', sectionId: root.sectionId, master: undefined, cidr: root.cidr },
        root.id,
        root.cidr,
      );
      this.subnets.push(asFinal(root, null, mark));
    }
  }

  /** A request that was acknowledged. @returns its mark */
  done(request: StormRequest, id?: number, data?: string): string {
    return this.#write(request, {
      status: id === undefined ? 200 : 201,
      ...(id === undefined ? {} : { id }),
      ...(data ? { data } : {}),
    });
  }

  refused(request: StormRequest, status: number): string {
    return this.#write(request, { status });
  }

  /** A request to a process that was killed before it answered. */
  unknown(request: StormRequest, isKilled = true): string {
    const mark = this.#write(request);
    if (isKilled) this.killed.add(mark);
    return mark;
  }

  /** An address that was taken, and is there. */
  taken(id: number, ip: string): FinalAddress {
    const mark = this.done({ kind: 'take address', subnet: pool }, id, ip);
    const address = { id, subnetId: pool.id, ip, mark };
    this.addresses.push(address);
    return address;
  }

  /** A network that was taken, and is there. */
  takenSubnet(id: number, cidr: string, from = master): KnownSubnet {
    const mark = this.done({ kind: 'take subnet', master: from, length: 24, end: 'first' }, id, cidr);
    const subnet = { id, sectionId: from.sectionId, cidr };
    this.subnets.push(asFinal(subnet, from.id, mark));
    return subnet;
  }

  /** Takes something out of the final state. */
  without(id: number): this {
    for (const list of [this.addresses, this.subnets]) {
      const index = list.findIndex((one) => one.id === id);
      if (index >= 0) list.splice(index, 1);
    }
    return this;
  }

  get faults(): string[] {
    const sections = [
      { id: strict, isStrict: true },
      { id: loose, isStrict: false },
    ];
    const history: History = {
      events: this.events,
      killed: this.killed,
      final: { sections, subnets: this.subnets, addresses: this.addresses },
    };
    return faultsIn(history);
  }

  #write(request: StormRequest, answer?: { readonly status: number; readonly id?: number; readonly data?: string }): string {
    const mark = `r${this.events.length}`;
    const sentAt = ++this.#now;
    const event: StormEvent = { mark, process: mark, request, sentAt };
    if (answer) event.answer = { at: ++this.#now, ...answer };
    this.events.push(event);
    return mark;
  }
}

describe('The checker of histories', () => {
  const honest = (): Script => {
    const script = new Script();
    script.taken(100, '10.0.0.1');
    script.taken(101, '10.0.0.2');
    script.takenSubnet(10, '10.1.0.0/24');
    script.takenSubnet(11, '10.1.1.0/24');
    script.takenSubnet(12, '10.1.0.0/24', looseMaster);
    return script;
  };
  const address = { id: 100, ip: '10.0.0.1', subnet: pool };

  describe('finds nothing', () => {
    it('in a history where all is as it was said', () => {
      expect(honest().faults).to.deep.equal([]);
    });

    it('when what is gone was deleted, or may have been', () => {
      for (const outcome of ['done', 'unknown'] as const) {
        const script = honest().without(100).without(10);
        script[outcome]({ kind: 'delete address', address });
        script[outcome]({ kind: 'delete subnet', subnet: { id: 10, sectionId: strict, cidr: '10.1.0.0/24' } });
        expect(script.faults).to.deep.equal([]);
      }
    });

    it('when an address went with its subnet, or was truncated away', () => {
      for (const kind of ['truncate', 'delete subnet'] as const) {
        const script = honest().without(100).without(101);
        script.done({ kind, subnet: pool });
        if (kind === 'delete subnet') script.without(pool.id);
        expect(script.faults).to.deep.equal([]);
      }
    });

    it('when an address that was freed is given to another', () => {
      const script = honest().without(100);
      script.done({ kind: 'delete address by ip', subnet: pool, ip: '10.0.0.1' });
      script.taken(102, '10.0.0.1');
      expect(script.faults).to.deep.equal([]);
    });

    it('when a request that nobody knows of was done, or was not', () => {
      const script = honest();
      script.unknown({ kind: 'take address', subnet: pool });
      const mark = script.unknown({ kind: 'create address', subnet: pool, ip: '10.0.0.9' });
      script.addresses.push({ id: 103, subnetId: pool.id, ip: '10.0.0.9', mark });
      expect(script.faults).to.deep.equal([]);
    });

    it('in a split and a resize that were done', () => {
      const script = honest().without(10);
      const whole = { id: 10, sectionId: strict, cidr: '10.1.0.0/24' };
      const mark = script.done({ kind: 'split', subnet: whole, parts: 2, grouped: false });
      script.subnets.push(asFinal({ ...whole, id: 20, cidr: '10.1.0.0/25' }, master.id, partMark(mark, 1)));
      script.subnets.push(asFinal({ ...whole, id: 21, cidr: '10.1.0.128/26' }, master.id, partMark(mark, 2)));
      script.done({ kind: 'resize', subnet: { ...whole, id: 21, cidr: '10.1.0.128/25' }, length: 26 });
      expect(script.faults).to.deep.equal([]);
    });
  });

  const doctored: readonly { readonly what: string; readonly fault: RegExp; readonly doctor: (script: Script) => void }[] = [
    {
      what: 'an address that is there twice',
      fault: /10\.0\.0\.2 in subnet 1 is there twice/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'create address', subnet: pool, ip: '10.0.0.2' });
        script.addresses.push({ id: 104, subnetId: pool.id, ip: '10.0.0.2', mark });
      },
    },
    {
      what: 'an address that was given to two clients, though only one is there',
      fault: /10\.0\.0\.1 in subnet 1 was given to r3 .* and to r8/,
      doctor: (script) => script.done({ kind: 'take address', subnet: pool }, 105, '10.0.0.1'),
    },
    {
      what: 'an address that was given away again before it was deleted',
      fault: /was given to r3/,
      doctor: (script) => {
        script.taken(106, '10.0.0.1');
        script.without(100).done({ kind: 'delete address', address });
      },
    },
    {
      what: 'an id that was given to two clients',
      fault: /address 101 was made by each of/,
      doctor: (script) => script.done({ kind: 'take address', subnet: pool }, 101, '10.0.0.3'),
    },
    {
      what: 'networks that overlap in a strict section',
      fault: /subnet 10 .* and subnet 30 .* overlap in a strict section/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'create subnet', sectionId: strict, master, cidr: '10.1.0.0/25' });
        script.subnets.push(asFinal({ id: 30, sectionId: strict, cidr: '10.1.0.0/25' }, master.id, mark));
      },
    },
    {
      what: 'networks that were taken from one place in a section that is not strict',
      fault: /10\.1\.0\.0\/24 was given to .* and 10\.1\.0\.128\/25 to/,
      doctor: (script) => script.takenSubnet(31, '10.1.0.128/25', looseMaster),
    },
    {
      what: 'a network that was taken where one was created',
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
      what: 'an acknowledged address that is lost',
      fault: /10\.0\.0\.1 of r3 .* is lost/,
      doctor: (script) => script.without(100),
    },
    {
      what: 'an acknowledged network that is lost',
      fault: /10\.1\.1\.0\/24 of r6 .* is lost/,
      doctor: (script) => script.without(11),
    },
    {
      what: 'a loss that a deletion does not explain, as it was over before',
      fault: /10\.0\.0\.4 of r9 .* is lost/,
      doctor: (script) => {
        script.done({ kind: 'delete address by ip', subnet: pool, ip: '10.0.0.4' });
        script.taken(107, '10.0.0.4');
        script.without(107);
      },
    },
    {
      what: 'an acknowledged resize that is lost',
      fault: /subnet 10 is 10\.1\.0\.0\/24 after its resize to \/25/,
      doctor: (script) => script.done({ kind: 'resize', subnet: { id: 10, sectionId: strict, cidr: '10.1.0.0/24' }, length: 25 }),
    },
    {
      what: 'a deleted address that is there again',
      fault: /10\.0\.0\.1 is there again after r8/,
      doctor: (script) => script.done({ kind: 'delete address', address }),
    },
    {
      what: 'an address that outlived the truncation of its subnet',
      fault: /10\.0\.0\.2 of r4 is there again after r8 \(truncate\)/,
      doctor: (script) => script.done({ kind: 'truncate', subnet: pool }),
    },
    {
      what: 'a deleted network that is there again',
      fault: /subnet 11 is there again after r8/,
      doctor: (script) => script.done({ kind: 'delete subnet', subnet: { id: 11, sectionId: strict, cidr: '10.1.1.0/24' } }),
    },
    {
      what: 'an address that was deleted twice',
      fault: /address 100 was deleted by each of r8 .*, r9/,
      doctor: (script) => {
        script.without(100).done({ kind: 'delete address', address });
        script.done({ kind: 'delete address', address });
      },
    },
    {
      what: 'an address that nobody made',
      fault: /address 108 .* was made by nobody/,
      doctor: (script) => script.addresses.push({ id: 108, subnetId: pool.id, ip: '10.0.0.8', mark: 'stranger' }),
    },
    {
      what: 'an address of a request that was refused',
      fault: /address 109 .* is there although r8 was refused/,
      doctor: (script) => {
        const mark = script.refused({ kind: 'create address', subnet: pool, ip: '10.0.0.9' }, 409);
        script.addresses.push({ id: 109, subnetId: pool.id, ip: '10.0.0.9', mark });
      },
    },
    {
      what: 'a request that was done twice',
      fault: /r8 was done twice/,
      doctor: (script) => {
        const mark = script.unknown({ kind: 'take address', subnet: pool });
        for (const [id, ip] of [
          [110, '10.0.0.10'],
          [111, '10.0.0.11'],
        ] as const)
          script.addresses.push({ id, subnetId: pool.id, ip, mark });
      },
    },
    {
      what: 'a split of which a part is missing',
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
      what: 'an address outside of its subnet',
      fault: /address 112 .* is outside of subnet 1/,
      doctor: (script) => script.taken(112, '10.0.1.1'),
    },
    {
      what: 'an address in a subnet that is gone',
      fault: /address 100 .* is in subnet 1, which is gone/,
      doctor: (script) => script.without(pool.id),
    },
    {
      what: 'a network outside of its master',
      fault: /subnet 41 .* is not inside its master/,
      doctor: (script) => script.takenSubnet(41, '10.2.0.0/24'),
    },
    {
      what: 'an answer that tells of a failure',
      fault: /r8 \(take address\): 500/,
      doctor: (script) => script.refused({ kind: 'take address', subnet: pool }, 500),
    },
    {
      what: 'a connection that broke although nobody killed the process',
      fault: /r8 .* broke, which was not killed/,
      doctor: (script) => script.unknown({ kind: 'take address', subnet: pool }, false),
    },
  ];

  for (const { what, fault, doctor } of doctored) {
    it(`finds ${what}`, () => {
      const script = honest();
      doctor(script);
      expect(script.faults.join('\n')).to.match(fault);
    });
  }
});
