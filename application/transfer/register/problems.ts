import { IpamError } from '../../../domain/errors.js';
import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { PositionProblem } from '../../../domain/transfer/address-positions.js';
import type { ValueLoss } from '../../../domain/transfer/imported-value.js';
import type { Loss } from '../../../domain/transfer/loss.js';
import type { SubnetProblem } from '../../../domain/transfer/subnet-positions.js';

/** Reads an entry. @param report receives the problem of an invalid entry, for which the result is undefined */
export function readReported<T>(read: () => T, report: (problem: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!IpamError.is(error, 'provision.invalid')) throw error;
    report(`${error.details.entry} ${error.details.problem}`);
    return undefined;
  }
}

/** Possible losses of an import, with their effect if accepted. */
export const losses: Readonly<Record<Loss, string>> = {
  cut: 'a text is too long for its field: it is shortened',
  value: 'a value is not valid for its field: it is not imported, nor is a record that requires it',
  charset: 'a text contains bytes that are not valid in its encoding: replacement characters are stored',
  reference: 'a record refers to one that does not exist: the reference is removed',
  orphan: 'a record belongs to one that does not exist: it is not imported',
  outside:
    'an address is outside of its subnet: it is not imported; a network is outside of its parent: it is stored without a parent',
  cycle: 'subnets are below themselves: one of them moves to the top level of its section',
  overlap: 'networks overlap in a strict section: the section is no longer strict',
  duplicate: 'an address or id occurs twice: the first one is imported; a name occurs twice: later ones get their id as suffix',
  app: 'an application cannot work as before: it is disabled, or not imported if its name is not valid',
  'custom-field': 'the name of a custom field is not valid or not free: the field gets another name',
  column: 'a column is not supported: its values are not imported',
  table: 'a table is not supported: its rows are not imported',
};

export function subnetProblem(problem: SubnetProblem): string {
  switch (problem.code) {
    case 'sectionUnknown':
      return `is in section ${problem.sectionId}, which does not exist`;
    case 'masterUnknown':
      return `is below subnet ${problem.masterId}, which does not exist`;
    case 'otherSection':
      return `is below subnet ${problem.masterId}, which is in section ${problem.sectionId}`;
    case 'folderBelowNetwork':
      return `is a folder below the network ${problem.masterPrefix}, subnet ${problem.masterId}`;
    case 'outsideMaster':
      return `${problem.prefix} is outside of ${problem.masterPrefix}, its parent subnet ${problem.masterId}`;
    case 'belowItself':
      return `is below itself: ${[...problem.circle, problem.circle[0]].join(', below ')}`;
    case 'overlap':
      return `${problem.prefix} overlaps ${problem.otherPrefix}, subnet ${problem.otherId}, in the strict section ${problem.section}`;
  }
}

export function addressProblem(problem: PositionProblem, ip: IpAddress, subnetId: number): string {
  switch (problem.kind) {
    case 'orphan':
      return `address ${ip} is in subnet ${subnetId}, which does not exist`;
    case 'outside':
      return problem.prefix
        ? `address ${ip} is outside of ${problem.prefix}, subnet ${subnetId}`
        : `address ${ip} is in subnet ${subnetId}, which is a folder`;
    case 'duplicate':
      return `address ${ip} occurs twice in subnet ${subnetId}`;
  }
}

export function valueProblem(name: string, loss: ValueLoss): string {
  switch (loss.code) {
    case 'tooLong':
      return `${name} has ${loss.length} characters, more than the maximum of ${loss.max}`;
    case 'controls':
      return `${name} contains control characters`;
    case 'impossible':
      return `${name} has the invalid value ${shown(loss.input)}`;
    case 'noCharacters':
      return `${name} contains bytes that are not characters in the encoding of the source`;
  }
}

const maxShownLength = 60;

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text;
}
