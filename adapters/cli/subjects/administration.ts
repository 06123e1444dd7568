import { type Caller, commandLineCaller } from '../../../application/caller.js';
import { type Action, type Administered, action, type Option } from '../grammar.js';

export type Input = Readonly<Record<string, unknown>>;

/** The use-cases of a record type. An input contains the options, and a requested password as `password`. */
export interface Administration<T> {
  list(caller: Caller): Promise<readonly T[]>;
  /** @param input with the first operand as `name` @param operands the other operands */
  add(caller: Caller, input: Input & { readonly name: string }, ...operands: string[]): Promise<T>;
  set(caller: Caller, name: string, changes: Input): Promise<T>;
  remove(caller: Caller, name: string): Promise<T>;
}

type Overrides = Partial<Pick<Action, 'operands' | 'values' | 'password'>>;

export interface AdministrationCommands<T> {
  readonly of: (administered: Administered) => Administration<T>;
  /** Names a record in confirmations, e.g. `group Operators`. */
  readonly label: (record: T) => string;
  /** A line with a secret that is shown once; undefined without a new secret. */
  readonly secret?: (record: T) => string | undefined;
  readonly columns: readonly string[];
  readonly list: string;
  readonly add: Overrides & { readonly meaning: string; readonly options: readonly Option[] };
  readonly set: Overrides & { readonly meaning: string; readonly options: readonly Option[] };
  readonly remove: string;
}

const withPassword = (input: Input, password: string | undefined): Input =>
  password === undefined ? input : { ...input, password };

/** The actions list, add, set and remove of a record type. */
export function administrationOf<T>({ of, label, secret, columns, list, add, set, remove }: AdministrationCommands<T>) {
  const operands = ['NAME'];
  const confirmation = (what: string) => (record: T) => {
    const shown = secret?.(record);
    return [`${label(record)} ${what}`, ...(shown === undefined ? [] : [`${shown} (it is not shown again)`])];
  };
  return {
    list: action({ meaning: list, run: (access) => of(access).list(commandLineCaller), columns }),
    add: action({
      ...{ operands, ...add },
      run: (access, { operands: [name = '', ...others], options, password }) =>
        of(access).add(commandLineCaller, { ...withPassword(options, password), name }, ...others),
      lines: confirmation('added'),
    }),
    set: action({
      ...{ operands, ...set },
      run: (access, { operands: [name = ''], options, password }) =>
        of(access).set(commandLineCaller, name, withPassword(options, password)),
      lines: confirmation('changed'),
    }),
    remove: action({
      ...{ meaning: remove, operands },
      run: (access, { operands: [name = ''] }) => of(access).remove(commandLineCaller, name),
      lines: confirmation('removed'),
    }),
  };
}
