import type { FieldValue } from '../domain/catalog/field.js';
import { vlan } from '../domain/catalog/kinds/vlan.js';
import type { Input } from '../domain/catalog/read-fields.js';
import { IpamError } from '../domain/errors.js';
import { scalarText } from '../domain/scalar-text.js';
import type { KindWrites, PlainWrites } from './kind-writes.js';
import type { Repositories } from './ports/unit-of-work.js';
import { isUnset, readId } from './record-input.js';

/**
 * Writes of VLANs. Where settings say that a number may be used once in an L2 domain, a new VLAN cannot take one that is
 * used there; clients of the interface may still change a VLAN to such a number, or its L2 domain.
 */
export class VlanWrites implements KindWrites {
  readonly #plain: PlainWrites;

  constructor(plain: PlainWrites) {
    this.#plain = plain;
  }

  /**
   * @throws IpamError vlan.numberRequired, vlan.numberNegative, vlan.domainNotNumeric, vlan.domainUnknown,
   * vlan.numberTaken, kind.rule, field.*
   */
  async create(repositories: Repositories, input: Input): Promise<number> {
    await checkNumber(repositories, input.number);
    const record = await this.#plain.readNew(repositories, await withCheckedDomain(repositories, input));
    await refuseTakenNumber(repositories, record.values);
    return this.#plain.insert(repositories, record);
  }

  /** @throws IpamError kind.unknown, and as create does but for vlan.numberTaken */
  async change(repositories: Repositories, id: number, input: Input): Promise<void> {
    const current = await this.#plain.hold(repositories, id);
    if ('number' in input) await checkNumber(repositories, input.number);
    const checked = 'domainId' in input ? await withCheckedDomain(repositories, input) : input;
    await this.#plain.update(repositories, id, await this.#plain.readChange(repositories, current, checked));
  }

  delete(repositories: Repositories, id: number): Promise<void> {
    return this.#plain.delete(repositories, id);
  }
}

/** Tells what is wrong with a number in the words that clients know: what is no number counts as one that is too high. */
async function checkNumber({ settings }: Repositories, given: unknown): Promise<void> {
  const text = scalarText(given)?.trim();
  if (text === undefined || text === '') throw new IpamError('vlan.numberRequired');
  if (/^-\d+$/.test(text)) throw new IpamError('vlan.numberNegative');
  if (/^\d{1,15}$/.test(text) && Number(text) <= vlan.fields.number.max) return;
  const { vlanMax } = await settings.read();
  const problem = vlan.rules.numberRange({ number: Number.MAX_SAFE_INTEGER }, { highestVlanNumber: vlanMax });
  throw new IpamError('kind.rule', { kind: vlan.name, rule: 'numberRange', text: problem ?? '' });
}

/** The input with the default domain in the place of none. */
async function withCheckedDomain({ catalog }: Repositories, input: Input): Promise<Input> {
  if (isUnset(input.domainId)) return { ...input, domainId: vlan.fields.domainId.default };
  const id = readId(input.domainId);
  if (id === undefined) throw new IpamError('vlan.domainNotNumeric');
  if (!(await catalog.find(vlan.fields.domainId.ref.kind, id))) throw new IpamError('vlan.domainUnknown');
  return input;
}

/** The domain's row is held meanwhile, so that of two who want a number at the same time one sees the other's VLAN. */
async function refuseTakenNumber(
  { catalog, settings }: Repositories,
  { domainId = null, number = null }: Readonly<Record<string, FieldValue>>,
): Promise<void> {
  const { uniqueVlanNumbers } = await settings.read();
  if (!uniqueVlanNumbers) return;
  if (typeof domainId !== 'number' || !(await catalog.lock('l2domain', domainId))) throw new IpamError('vlan.domainUnknown');
  for await (const _taken of catalog.list(vlan.name, { domainId, number })) throw new IpamError('vlan.numberTaken');
}
