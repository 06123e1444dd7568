import { DnsError } from '../../application/ports/dns.js';
import { StorageError, type StorageFailure } from '../../application/ports/storage-error.js';
import { IpamError } from '../../domain/errors.js';
import { actionOf, argumentsOf, type Command } from './command.js';
import type { Administered } from './grammar.js';

/** The command failed, or its outcome is unknown. The message gives the reason. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/** Executes a command and returns its result as JSON data. @throws CommandRefused, and unexpected errors */
export type Execute = (command: Command) => Promise<unknown>;

/** Executes commands with the use cases of this process. */
export const executeOn =
  (administered: Administered): Execute =>
  async (command) => {
    const action = actionOf(command);
    if (!action) throw new CommandRefused('unknown command');
    try {
      return await action.run(administered, argumentsOf(command));
    } catch (error) {
      if (error instanceof DnsError) throw new CommandRefused(error.message);
      if (error instanceof IpamError) throw new CommandRefused(refusalText(error));
      if (!(error instanceof StorageError) || error.failure === 'defect') throw error;
      throw new CommandRefused(`${error.message}; ${afterFailure[error.failure]}`, { cause: error });
    }
  };

const afterFailure: Readonly<Record<Exclude<StorageFailure, 'defect'>, string>> = {
  unavailable: 'nothing was changed',
  outcomeUnknown: 'the outcome is unknown: check whether the change was stored before you try again',
};

function refusalText(error: IpamError): string {
  if (IpamError.is(error, 'provision.invalid')) return `${error.details.entry} ${error.details.problem}`;
  if (IpamError.is(error, 'administration.unknown')) return `there is no ${error.details.what} ${error.details.name}`;
  if (IpamError.is(error, 'administration.exists')) return `there is a ${error.details.what} ${error.details.name} already`;
  if (IpamError.is(error, 'administration.lastAdministrator'))
    return 'the last active administrator must remain: add another one first';
  if (IpamError.is(error, 'usage.recording')) return 'another process is recording the utilization: try again later';
  return error.message;
}
