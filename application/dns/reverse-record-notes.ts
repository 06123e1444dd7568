import { expectedReverseName } from '../../domain/dns/expected-records.js';
import { reverseRecordId } from '../../domain/dns/reverse-zones.js';
import { formatTimestamp } from '../../domain/scalar-text.js';
import { dnsCaller } from '../caller.js';
import { edited, entryOf } from '../changes/change-log.js';
import { chunksOf } from '../listing.js';
import type { Clock } from '../ports/environment.js';
import type { ReverseRecordNote } from '../ports/inventory.js';
import type { UnitOfWork } from '../ports/unit-of-work.js';
import type { PlannedChange, ReversePlan } from './dns-plan.js';

/** Number of addresses per unit of work. Other writers of their subnets wait for it. */
const atOnce = 100;

interface Ports {
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
}

/** Stores reverse record ids in the register; 0: no record. @param refused record sets that the server refused */
export async function noteReverseRecords(
  ports: Ports,
  plans: readonly ReversePlan[],
  refused: ReadonlySet<PlannedChange['expected']>,
): Promise<void> {
  const wrong: ReverseRecordNote[] = [];
  for (const { ip, holders, changes } of plans) {
    const pointers = changes.filter(({ expected }) => expected?.type === 'PTR');
    const isThere = pointers.some(({ change, expected }) => change.does !== 'foreign' && !refused.has(expected));
    for (const holder of holders) {
      const PTR = isThere && expectedReverseName(holder) !== undefined ? reverseRecordId(ip) : 0;
      const { id, subnetId } = holder.address;
      if ((holder.address.PTR ?? 0) !== PTR) wrong.push({ id, subnetId, PTR });
    }
  }
  wrong.sort((a, b) => a.subnetId - b.subnetId || a.id - b.id);
  for (const some of chunksOf(wrong, atOnce)) await noteSome(ports, some);
}

function noteSome({ unitOfWork, clock }: Ports, notes: readonly ReverseRecordNote[]): Promise<void> {
  const at = formatTimestamp(clock.now());
  const noteOf = new Map(notes.map((note) => [note.id, note]));
  return unitOfWork.run(async ({ subnets, addresses, changeLog }) => {
    for (const subnetId of new Set(notes.map((each) => each.subnetId))) await subnets.lock(subnetId, 'share');
    const entries = (await addresses.noteReverseRecords(notes)).flatMap((before) => {
      const note = noteOf.get(before.id);
      if (!note) return [];
      const address = { ...before, subnetId: note.subnetId };
      const change = edited('address', address, { PTR: note.PTR });
      return [entryOf(dnsCaller, at, { ...change, isConsequence: true })];
    });
    if (entries.length > 0) await changeLog.append(...entries);
  });
}
