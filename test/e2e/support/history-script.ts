import {
  changesNote,
  type FinalAddress,
  type FinalChange,
  type FinalSubnet,
  type History,
  type KnownAddress,
  type KnownSubnet,
  type ReadAddress,
  type StormAnswer,
  type StormEvent,
  type StormFault,
  type StormRequest,
} from './storm/history/history.js';
import { faultsIn } from './storm/history/history-checker.js';

export const strict = 1;
export const loose = 2;
export const pool: KnownSubnet = { id: 1, sectionId: strict, cidr: '10.0.0.0/24' };
export const master: KnownSubnet = { id: 2, sectionId: strict, cidr: '10.1.0.0/16' };
export const looseMaster: KnownSubnet = { id: 3, sectionId: loose, cidr: '10.1.0.0/16' };
export const asFinal = ({ id, sectionId, cidr }: KnownSubnet, masterId: number | null, mark: string): FinalSubnet => ({
  id,
  sectionId,
  masterId,
  cidr,
  mark,
  isHeld: false,
});

/** A handwritten history of sequential requests. */
export class Script {
  readonly events: StormEvent[] = [];
  readonly subnets: FinalSubnet[] = [];
  readonly addresses: FinalAddress[] = [];
  readonly changes: FinalChange[] = [];
  readonly faults: StormFault[] = [];
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

  /** Advances the clock. */
  later(milliseconds: number): this {
    this.#now += milliseconds;
    return this;
  }

  /** Adds a fault that begins and ends now. */
  fault(kind: StormFault['kind']): this {
    this.faults.push({ kind, from: this.#now, until: this.#now });
    return this;
  }

  /** Adds an acknowledged request. @returns its mark */
  done(request: StormRequest, id?: number, data?: string): string {
    const mark = this.#write(request, {
      status: id === undefined ? 200 : 201,
      ...(id === undefined ? {} : { id }),
      ...(data ? { data } : {}),
    });
    if (id !== undefined) this.#logAdd('subnet' in request ? 'address' : 'subnet', id, mark);
    else this.#logDone(request, mark);
    return mark;
  }

  refused(request: StormRequest, status: number): string {
    return this.#write(request, { status });
  }

  /** Adds a request that is answered with an unknown outcome. @returns its mark */
  unknowable(request: StormRequest): string {
    return this.#write(request, { status: 503, isUnknown: true });
  }

  /** Adds the read of an address. @param found fields that the answer overrides; undefined for 404 */
  read(address: KnownAddress, found: Partial<Pick<ReadAddress, 'note' | 'mark' | 'isHeld'>> | undefined): string {
    const { id, ip, subnet } = address;
    const mark = this.addresses.find((one) => one.id === id)?.mark ?? '';
    const record = { subnetId: subnet.id, ip, mark, note: '', isHeld: false, ...found };
    return this.#write({ kind: 'read address', address }, found ? { status: 200, record } : { status: 404 });
  }

  /** Adds an acknowledged change of a note, and sets the note in the final state. */
  changed(address: KnownAddress): string {
    const mark = this.done({ kind: 'change address', address });
    this.note(address.id, mark);
    return mark;
  }

  /** Sets a note in the final state. */
  note(id: number, note: string): void {
    const index = this.addresses.findIndex((one) => one.id === id);
    const found = this.addresses[index];
    if (found) this.addresses[index] = { ...found, note };
  }

  /** Adds an address to the final state and to the change log. */
  leave(address: Omit<FinalAddress, 'note' | 'isHeld'>): void {
    this.addresses.push({ ...address, note: '', isHeld: false });
    this.#logAdd('address', address.id, address.mark);
  }

  /** Adds a network to the final state and to the change log. */
  leaveSubnet(subnet: FinalSubnet): void {
    this.subnets.push(subnet);
    this.#logAdd('subnet', subnet.id, subnet.mark);
  }

  /** Removes entries from the change log. */
  forget(action: string, objectId: number): this {
    const isMeant = (entry: FinalChange): boolean => entry.action === action && entry.objectId === objectId;
    for (let index = this.changes.length - 1; index >= 0; index--)
      if (isMeant(this.changes[index] as FinalChange)) this.changes.splice(index, 1);
    return this;
  }

  /** Adds an unanswered request. @param isKilled whether its process was killed */
  unknown(request: StormRequest, isKilled = true): string {
    const mark = this.#write(request);
    if (isKilled) this.killed.add(mark);
    return mark;
  }

  /** Adds an allocated address that is in the final state. */
  taken(id: number, ip: string): FinalAddress {
    const mark = this.done({ kind: 'take address', subnet: pool }, id, ip);
    const address = { id, subnetId: pool.id, ip, mark, note: '', isHeld: false };
    this.addresses.push(address);
    return address;
  }

  /** Adds an address that is allocated with a hold and is in the final state. @param hold in seconds */
  held(id: number, ip: string, hold: number): KnownAddress {
    const mark = this.done({ kind: 'take address', subnet: pool, hold }, id, ip);
    this.addresses.push({ id, subnetId: pool.id, ip, mark, note: '', isHeld: true });
    return { id, ip, subnet: pool };
  }

  /** Adds the confirmation of a held address. @returns the mark of the request */
  confirmed(address: KnownAddress): string {
    const mark = this.done({ kind: 'confirm address', address });
    this.#keep(address.id, mark);
    return mark;
  }

  /** Confirms a held address in the final state and the change log only, by the request `mark`. */
  confirmedBy(address: KnownAddress, mark: string): void {
    this.#logDone({ kind: 'confirm address', address }, mark);
    this.#keep(address.id, mark);
  }

  #keep(id: number, note: string): void {
    this.note(id, note);
    const index = this.addresses.findIndex((one) => one.id === id);
    const found = this.addresses[index];
    if (found) this.addresses[index] = { ...found, isHeld: false };
  }

  /** Removes an address whose hold has expired. */
  expired(id: number): this {
    this.changes.push({ object: 'address', objectId: id, action: 'delete', isExpiry: true, differences: [] });
    return this.without(id);
  }

  /** Adds an allocated network that is in the final state. */
  takenSubnet(id: number, cidr: string, from = master): KnownSubnet {
    const mark = this.done({ kind: 'take subnet', master: from, length: 24, end: 'first' }, id, cidr);
    const subnet = { id, sectionId: from.sectionId, cidr };
    this.subnets.push(asFinal(subnet, from.id, mark));
    return subnet;
  }

  /** Removes a record from the final state. */
  without(id: number): this {
    for (const list of [this.addresses, this.subnets]) {
      const index = list.findIndex((one) => one.id === id);
      if (index >= 0) list.splice(index, 1);
    }
    return this;
  }

  get findings(): string[] {
    const sections = [
      { id: strict, isStrict: true },
      { id: loose, isStrict: false },
    ];
    const history: History = {
      events: this.events,
      killed: this.killed,
      faults: this.faults,
      readAt: this.#now,
      final: { sections, subnets: this.subnets, addresses: this.addresses, changes: this.changes },
    };
    return faultsIn(history);
  }

  #logAdd(object: 'address' | 'subnet', objectId: number, mark: string): void {
    this.changes.push({ object, objectId, action: 'add', isExpiry: false, differences: [`[description]:  => ${mark}`] });
  }

  /** Adds the change log entry of a request that creates nothing. */
  #logDone(request: StormRequest, mark: string): void {
    const action = request.kind.split(' ')[0] ?? '';
    const isExpiry = false;
    if (changesNote(request) && 'address' in request) {
      const { id } = request.address;
      const before = this.addresses.find((one) => one.id === id)?.note ?? '';
      const differences = [`[note]: ${before} => ${mark}`];
      this.changes.push({ object: 'address', objectId: id, action: 'edit', isExpiry, differences });
    } else if (request.kind === 'delete address')
      this.changes.push({ object: 'address', objectId: request.address.id, action, isExpiry, differences: [] });
    else if (request.kind !== 'delete address by ip' && 'subnet' in request)
      this.changes.push({ object: 'subnet', objectId: request.subnet.id, action, isExpiry, differences: [] });
  }

  #write(request: StormRequest, answer?: Omit<StormAnswer, 'at'>): string {
    const mark = `r${this.events.length}`;
    const sentAt = ++this.#now;
    const event: StormEvent = { mark, process: mark, request, sentAt };
    if (answer) event.answer = { at: ++this.#now, ...answer };
    else event.lostAt = ++this.#now;
    this.events.push(event);
    return mark;
  }
}

/** A correct history. */
export const honest = (): Script => {
  const script = new Script();
  script.taken(100, '10.0.0.1');
  script.taken(101, '10.0.0.2');
  script.takenSubnet(10, '10.1.0.0/24');
  script.takenSubnet(11, '10.1.1.0/24');
  script.takenSubnet(12, '10.1.0.0/24', looseMaster);
  return script;
};

/** The first address of the correct history. */
export const address = { id: 100, ip: '10.0.0.1', subnet: pool };
