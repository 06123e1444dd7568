import type { SecondFactorRepository } from '../../../application/ports/second-factors.js';
import type { PasskeyFactor, SecondFactor, TotpFactor } from '../../../domain/access/second-factor.js';
import { lookupId } from '../records/field-columns.js';
import type { Session } from '../sessions/session.js';
import { knex } from '../sessions/sql.js';

/** Numbers of bigint columns are texts. */
interface FactorRow extends Pick<SecondFactor, 'id' | 'userId' | 'type' | 'name' | 'created' | 'lastUsed' | 'isConfirmed'> {
  readonly secret: string | null;
  readonly lastStep: string | number | null;
  readonly credentialId: string | null;
  readonly publicKey: string | null;
  readonly rpId: string | null;
  readonly transports: readonly string[] | null;
  readonly counter: string | number | null;
}

const select = () =>
  knex('second_factors').select('id', 'type', 'name', 'created', 'secret', 'transports', 'counter', {
    userId: 'user_id',
    lastUsed: 'last_used',
    isConfirmed: 'is_confirmed',
    lastStep: 'last_step',
    credentialId: 'credential_id',
    publicKey: 'public_key',
    rpId: 'rp_id',
  });

export class KnexSecondFactorRepository implements SecondFactorRepository {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async list(userId?: number): Promise<SecondFactor[]> {
    const all = select().orderByRaw('user_id, created, id collate "C"');
    return (await this.#session.rows<FactorRow>(userId === undefined ? all : all.where({ user_id: lookupId(userId) }))).map(
      factorOf,
    );
  }

  async findPasskey(credentialId: string): Promise<PasskeyFactor | undefined> {
    const [row] = await this.#session.lookup<FactorRow>(select().where({ credential_id: credentialId }));
    return row && passkeyOf(row);
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    const codes = knex('recovery_codes')
      .select('digest')
      .where({ user_id: lookupId(userId) });
    return (await this.#session.rows(codes)).length;
  }

  async insert(factor: SecondFactor): Promise<void> {
    const { id, userId, type, name, created, lastUsed, isConfirmed } = factor;
    const common = { id, user_id: userId, type, name, created, last_used: lastUsed, is_confirmed: isConfirmed };
    await this.#session.rows(knex('second_factors').insert({ ...common, ...columnsOf(factor) }));
  }

  async confirm(id: string): Promise<void> {
    await this.#session.rows(knex('second_factors').where({ id }).update({ is_confirmed: true }));
  }

  async useStep(id: string, step: number, at: Date): Promise<boolean> {
    const used = knex('second_factors')
      .where({ id })
      .andWhere((query) => query.whereNull('last_step').orWhere('last_step', '<', step))
      .update({ last_step: step, last_used: at })
      .returning('id');
    return (await this.#session.rows(used)).length > 0;
  }

  async useCounter(id: string, counter: number, at: Date): Promise<boolean> {
    const used = knex('second_factors')
      .where({ id })
      .andWhere((query) => (counter === 0 ? query.where({ counter }) : query.where('counter', '<', counter)))
      .update({ counter, last_used: at })
      .returning('id');
    return (await this.#session.rows(used)).length > 0;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.#session.rows(knex('second_factors').where({ id }).delete().returning('id'))).length > 0;
  }

  async replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void> {
    await this.#session.rows(
      knex('recovery_codes')
        .where({ user_id: lookupId(userId) })
        .delete(),
    );
    if (digests.length === 0) return;
    await this.#session.rows(knex('recovery_codes').insert(digests.map((digest) => ({ user_id: userId, digest }))));
  }

  async useRecoveryCode(userId: number, digest: string): Promise<boolean> {
    const used = knex('recovery_codes')
      .where({ user_id: lookupId(userId), digest })
      .delete()
      .returning('digest');
    return (await this.#session.rows(used)).length > 0;
  }
}

const columnsOf = (factor: SecondFactor) =>
  factor.type === 'totp'
    ? { secret: factor.secret, last_step: factor.lastStep }
    : {
        credential_id: factor.credentialId,
        public_key: factor.publicKey,
        rp_id: factor.rpId,
        transports: JSON.stringify(factor.transports),
        counter: factor.counter,
      };

const commonOf = ({ id, userId, name, created, lastUsed, isConfirmed }: FactorRow) => ({
  ...{ id, userId, name, created, lastUsed, isConfirmed },
});

const passkeyOf = (row: FactorRow): PasskeyFactor => ({
  ...commonOf(row),
  type: 'passkey',
  credentialId: row.credentialId ?? '',
  publicKey: row.publicKey ?? '',
  rpId: row.rpId ?? '',
  transports: row.transports ?? [],
  counter: Number(row.counter),
});

const totpOf = (row: FactorRow): TotpFactor => ({
  ...commonOf(row),
  type: 'totp',
  secret: row.secret ?? '',
  lastStep: row.lastStep === null ? null : Number(row.lastStep),
});

const factorOf = (row: FactorRow): SecondFactor => (row.type === 'totp' ? totpOf(row) : passkeyOf(row));
