import { type Address, addressFields } from '../../../domain/address/address.js';
import { changeActions, changedObjects } from '../../../domain/changes/change.js';
import { recordOf } from '../../../domain/fields/kind.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { AddressPositions } from '../../../domain/transfer/address-positions.js';
import type { ChangeEntry } from '../../ports/change-log.js';
import type { EntityRecords, ImportRecord } from '../../ports/register.js';
import type { BufferedRecords } from './buffered-records.js';
import { addressProblem } from './problems.js';
import type { RecordReading } from './records.js';
import { References } from './references.js';
import type { Findings } from './report.js';

/** Reads large entities (addresses and history) after all others are buffered. */
export class StreamedRecords {
  readonly #reading: RecordReading;
  readonly #findings: Findings;
  readonly #references: References;
  readonly #places: AddressPositions;
  readonly #names: ReadonlyMap<number, string>;

  constructor(reading: RecordReading, findings: Findings, buffered: BufferedRecords, users: readonly EntityRecords['user'][]) {
    this.#reading = reading;
    this.#findings = findings;
    this.#references = new References(reading, findings);
    this.#places = new AddressPositions(new Map(buffered.subnets.map(({ id, prefix }) => [id, prefix])));
    this.#names = new Map(users.map(({ id, realName, username }) => [id, realName || username]));
  }

  addresses(records: readonly ImportRecord[]): Address[] {
    return records.flatMap((record) => this.#address(record));
  }

  changes(records: readonly ImportRecord[]): ChangeEntry[] {
    return records.flatMap((record) => this.#change(record));
  }

  #address(record: ImportRecord): Address[] {
    const read = this.#reading.read('address', record);
    if (!read) return [];
    const { ip, subnetId } = read.values;
    const problem = ip instanceof IpAddress ? this.#places.take(Number(subnetId), ip) : undefined;
    if (ip instanceof IpAddress && problem) {
      this.#findings.add({ where: read.where, kind: problem.kind, problem: addressProblem(problem, ip, Number(subnetId)) });
      this.#reading.dropId('address', read.id);
      return [];
    }
    this.#references.repair('address', read, ['subnetId']);
    return [recordOf(addressFields, read)];
  }

  #change({ where, values }: ImportRecord): ChangeEntry[] {
    const object = changedObjects.find((known) => known === values.object);
    const action = changeActions.find((known) => known === values.action);
    const [objectId, userId] = [Number(values.objectId), Number(values.userId)];
    if (!object || !action || !Number.isInteger(objectId) || objectId < 1 || typeof values.at !== 'string') {
      this.#findings.note(where, 'is not imported: this record type has no history here, or the entry is not valid');
      return [];
    }
    const by = { userId: this.#names.has(userId) ? userId : null, by: this.#names.get(userId) ?? '' };
    const differences = Array.isArray(values.differences) ? values.differences.map(String) : [];
    return [{ object, objectId, objectName: null, action, differences, at: values.at, ...by, appId: null, clientAddress: null }];
  }
}
