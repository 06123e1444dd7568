import type { Knex } from 'knex';
import type { SecondFactorRepository } from '../../../application/ports/second-factors.js';
import type { PasskeyFactor, SecondFactor, TotpFactor } from '../../../domain/access/second-factor.js';
import { lookupId } from '../records/field-columns.js';
import { columnsOf, rowOf } from '../records/names.js';
import { SessionRepository } from '../records/repository.js';
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
  knex('second_factors').select([
    ...columnsOf('id', 'type', 'name', 'created', 'secret', 'transports', 'counter', 'userId', 'lastUsed', 'isConfirmed'),
    ...columnsOf('lastStep', 'credentialId', 'publicKey', 'rpId'),
  ]);

export class KnexSecondFactorRepository extends SessionRepository implements SecondFactorRepository {
  async list(userId?: number): Promise<SecondFactor[]> {
    const all = select().orderByRaw('user_id, created, id collate "C"');
    const found = userId === undefined ? all : all.where({ user_id: lookupId(userId) });
    return (await this.session.rows<FactorRow>(found)).map(factorOf);
  }

  async findPasskey(credentialId: string): Promise<PasskeyFactor | undefined> {
    const [row] = await this.session.lookup<FactorRow>(select().where({ credential_id: credentialId }));
    return row && passkeyOf(row);
  }

  async countRecoveryCodes(userId: number): Promise<number> {
    const user_id = lookupId(userId);
    return (await this.session.rows(knex('recovery_codes').select('digest').where({ user_id }))).length;
  }

  async insert(factor: SecondFactor): Promise<void> {
    await this.session.rows(knex('second_factors').insert(rowOf(factor)));
  }

  async confirm(id: string): Promise<void> {
    await this.session.rows(knex('second_factors').where({ id }).update({ is_confirmed: true }));
  }

  async useStep(id: string, step: number, at: Date): Promise<boolean> {
    const isLater = (query: Knex.QueryBuilder) => query.whereNull('last_step').orWhere('last_step', '<', step);
    const factor = knex('second_factors').where({ id }).andWhere(isLater);
    return (await this.updateRows(factor, { last_step: step, last_used: at })) > 0;
  }

  async useCounter(id: string, counter: number, at: Date): Promise<boolean> {
    const factor = knex('second_factors').where({ id });
    const valid = counter === 0 ? factor.where({ counter }) : factor.where('counter', '<', counter);
    return (await this.updateRows(valid, { counter, last_used: at })) > 0;
  }

  async delete(id: string): Promise<boolean> {
    return (await this.deleteRows(knex('second_factors').where({ id }))) > 0;
  }

  async replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void> {
    await this.deleteRows(knex('recovery_codes').where({ user_id: lookupId(userId) }));
    if (digests.length === 0) return;
    await this.session.rows(knex('recovery_codes').insert(digests.map((digest) => ({ user_id: userId, digest }))));
  }

  async useRecoveryCode(userId: number, digest: string): Promise<boolean> {
    return (await this.deleteRows(knex('recovery_codes').where({ user_id: lookupId(userId), digest }))) > 0;
  }
}

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
