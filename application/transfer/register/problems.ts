import type { IpAddress } from '../../../domain/net/ip-address.js';
import type { PositionProblem } from '../../../domain/transfer/address-positions.js';
import type { ValueLoss } from '../../../domain/transfer/imported-value.js';
import type { Loss } from '../../../domain/transfer/loss.js';
import type { SubnetProblem } from '../../../domain/transfer/subnet-positions.js';

/** Possible losses of an import, with their effect if accepted. */
export const losses: Readonly<Record<Loss, string>> = {
  cut: 'a text is too long for its field: it is cut',
  value: 'a value is none that its field can have: it is left out, and so is a record that cannot be without it',
  charset: 'a text contains characters that its encoding does not have: replacement characters are stored',
  reference: 'a record names another one that is not there: it names none',
  orphan: 'a record belongs to one that is not there: it is left out',
  outside:
    'an address is outside of its subnet: it is not imported; a network is outside of its parent: it is stored without a parent',
  cycle: 'subnets are below themselves: one of them comes to the top of its section',
  overlap: 'networks overlap in a strict section: the section is strict no more',
  duplicate: 'an address or an id comes twice: the first one stays; a name: the others get their id behind it',
  app: 'an application cannot work as before: it is disabled, or left out where not even its name can be used',
  'custom-field': 'a custom field cannot be had under its name: it gets another one',
  column: 'a column has no place: its values are left out',
  table: 'a table has no place: its rows are left out',
};

export function subnetProblem(problem: SubnetProblem): string {
  switch (problem.code) {
    case 'sectionUnknown':
      return `is in section ${problem.sectionId}, which is not there`;
    case 'masterUnknown':
      return `is below subnet ${problem.masterId}, which is not there`;
    case 'otherSection':
      return `is below subnet ${problem.masterId}, which is in section ${problem.sectionId}`;
    case 'folderBelowNetwork':
      return `is a folder below the network ${problem.masterPrefix}, subnet ${problem.masterId}`;
    case 'outsideMaster':
      return `${problem.prefix} is outside of ${problem.masterPrefix}, its parent ${problem.masterId}`;
    case 'belowItself':
      return `is below itself: ${[...problem.circle, problem.circle[0]].join(', below ')}`;
    case 'overlap':
      return `${problem.prefix} overlaps ${problem.otherPrefix}, subnet ${problem.otherId}, in the strict section ${problem.section}`;
  }
}

export function addressProblem(problem: PositionProblem, ip: IpAddress, subnetId: number): string {
  switch (problem.kind) {
    case 'orphan':
      return `address ${ip} is in subnet ${subnetId}, which is not there`;
    case 'outside':
      return problem.prefix
        ? `address ${ip} is outside of ${problem.prefix}, subnet ${subnetId}`
        : `address ${ip} is in subnet ${subnetId}, which is a folder`;
    case 'duplicate':
      return `address ${ip} comes twice in subnet ${subnetId}`;
  }
}

export function valueProblem(name: string, loss: ValueLoss): string {
  switch (loss.code) {
    case 'tooLong':
      return `${name} has ${loss.length} characters, ${loss.max} at most are possible`;
    case 'controls':
      return `${name} contains control characters`;
    case 'impossible':
      return `${name} cannot be ${shown(loss.input)}`;
    case 'noCharacters':
      return `${name} contains bytes that are not characters in the encoding of the source`;
  }
}

const maxShownLength = 60;

export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}...` : text;
}
