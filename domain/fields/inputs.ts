import type { IpAddress } from '../net/ip-address.js';
import type { CustomScalar } from './custom-value.js';
import type { FieldDefinition, FieldSet, ObjectIds } from './field.js';
import type { PermissionMap } from './permission-map.js';

interface InputByType {
  readonly text: string | number;
  readonly multiline: string | number;
  readonly integer: number | string;
  readonly number: number | string;
  readonly flag: boolean | 0 | 1 | '0' | '1' | 'true' | 'false';
  readonly enum: string;
  readonly timestamp: string;
  readonly date: string;
  readonly address: IpAddress | string;
  readonly prefix: never;
  readonly mac: string;
  readonly permissions: PermissionMap | Readonly<Record<string, number | string>> | string;
  readonly objects: ObjectIds | string;
  readonly idList: string | readonly (number | string)[];
  readonly reference: number | string;
}

/** null clears the value. */
export type InputValue<F extends FieldDefinition> =
  | (F extends { readonly type: 'enum'; readonly values: readonly (infer V)[] } ? V | '' : InputByType[F['type']])
  | null;

type Settable<F extends FieldSet> = {
  [K in keyof F]: F[K] extends { readonly readOnly: true } | { readonly type: 'prefix' } ? never : K;
}[keyof F];

type Needed<F extends FieldSet> = {
  [K in Settable<F>]: F[K] extends { readonly required: true } ? K : never;
}[Settable<F>];

export type CustomInputValues = Readonly<Record<string, CustomScalar | null>>;

/** Custom fields whose names do not begin with `custom_` are in `custom_fields`. */
type CustomInputs = {
  readonly custom_fields?: CustomInputValues;
  readonly [name: `custom_${string}`]: CustomScalar | null | CustomInputValues | undefined;
};

export type ChangeInput<F extends FieldSet> = { readonly [K in Settable<F>]?: InputValue<F[K]> } & CustomInputs;

export type NewInput<F extends FieldSet> = ChangeInput<F> & { readonly [K in Needed<F>]: InputValue<F[K]> };
