import { expect } from 'chai';
import { addressProblem, losses, shown, subnetProblem, valueProblem } from '../../../application/transfer/register/problems.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { Prefix } from '../../../domain/net/prefix.js';
import type { PositionProblem } from '../../../domain/transfer/address-positions.js';
import { lossNames, type ValueLoss } from '../../../domain/transfer/imported-value.js';
import type { SubnetProblem } from '../../../domain/transfer/subnet-positions.js';

const wide = Prefix.parse('10.0.0.0/8');
const narrow = Prefix.parse('10.1.0.0/16');

describe('A problem of an import', () => {
  const ofSubnets: readonly (readonly [problem: SubnetProblem, text: string])[] = [
    [{ kind: 'orphan', code: 'sectionUnknown', sectionId: 9 }, 'is in section 9, which does not exist'],
    [{ kind: 'reference', code: 'masterUnknown', masterId: 4 }, 'is below subnet 4, which does not exist'],
    [{ kind: 'outside', code: 'otherSection', masterId: 1, sectionId: 2 }, 'is below subnet 1, which is in section 2'],
    [
      { kind: 'outside', code: 'folderBelowNetwork', masterId: 2, masterPrefix: narrow },
      'is a folder below the network 10.1.0.0/16, subnet 2',
    ],
    [
      { kind: 'outside', code: 'outsideMaster', prefix: wide, masterId: 2, masterPrefix: narrow },
      '10.0.0.0/8 is outside of 10.1.0.0/16, its parent subnet 2',
    ],
    [{ kind: 'cycle', code: 'belowItself', circle: [3, 4] }, 'is below itself: 3, below 4, below 3'],
    [
      { kind: 'overlap', code: 'overlap', prefix: narrow, otherId: 1, otherPrefix: wide, section: 'Strict' },
      '10.1.0.0/16 overlaps 10.0.0.0/8, subnet 1, in the strict section Strict',
    ],
  ];
  for (const [problem, text] of ofSubnets)
    it(`with a subnet has the text "${text}"`, () => {
      expect(subnetProblem(problem)).to.equal(text);
    });

  const ofAddresses: readonly (readonly [problem: PositionProblem, text: string])[] = [
    [{ kind: 'orphan' }, 'address 10.0.0.9 is in subnet 3, which does not exist'],
    [{ kind: 'outside', prefix: null }, 'address 10.0.0.9 is in subnet 3, which is a folder'],
    [{ kind: 'outside', prefix: narrow }, 'address 10.0.0.9 is outside of 10.1.0.0/16, subnet 3'],
    [{ kind: 'duplicate' }, 'address 10.0.0.9 occurs twice in subnet 3'],
  ];
  for (const [problem, text] of ofAddresses)
    it(`with an address has the text "${text}"`, () => {
      expect(addressProblem(problem, IpAddress.parse('10.0.0.9'), 3)).to.equal(text);
    });

  const ofValues: readonly (readonly [loss: ValueLoss, text: string])[] = [
    [{ kind: 'cut', code: 'tooLong', length: 6, max: 5 }, 'name has 6 characters, more than the maximum of 5'],
    [{ kind: 'value', code: 'controls' }, 'name contains control characters'],
    [{ kind: 'value', code: 'impossible', input: 'many' }, 'name has the invalid value "many"'],
    [{ kind: 'charset', code: 'noCharacters' }, 'name contains bytes that are not characters in the encoding of the source'],
  ];
  for (const [loss, text] of ofValues)
    it(`with a value has the text "${text}"`, () => {
      expect(valueProblem('name', loss)).to.equal(text);
    });

  it('shows long values shortened', () => {
    expect(shown('x'.repeat(100))).to.equal(`"${'x'.repeat(59)}...`);
  });

  it('has a text for every kind of loss', () => {
    expect(Object.keys(losses)).to.deep.equal(lossNames);
  });
});
