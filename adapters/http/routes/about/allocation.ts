import { addressWishFields } from '../../../../domain/allocation/address-wish.js';
import { subnetWishFields } from '../../../../domain/allocation/subnet-choice.js';
import type { FieldSet } from '../../../../domain/catalog/field.js';
import { givenSchema } from '../../openapi/input-schemas.js';
import type { Schema } from '../../openapi/schema.js';

/** What is to be said of each of some parameters. */
type Meanings<F extends FieldSet> = Readonly<Record<keyof F & string, string>>;

/** The schemas of parameters that are fields, with their meanings. */
function described<F extends FieldSet>(fields: F, meanings: Meanings<F>): Readonly<Record<string, Schema>> {
  const entries = Object.entries(meanings).map(([name, description]) => {
    const field = fields[name];
    if (!field) throw new Error(`no parameter ${name}`);
    const preset = 'default' in field && field.default !== undefined ? { default: field.default } : {};
    return [name, { description, ...givenSchema(field), ...preset }] as const;
  });
  return Object.fromEntries(entries);
}

/** Which free addresses are wanted. */
export const addressWishMembers = described(addressWishFields, {
  count: 'How many addresses: all of them or none. Where it is given, the answer is a list.',
  contiguous: 'Whether they follow each other without a gap.',
  policy: 'Which of the free addresses: the lowest, the highest, or random ones.',
  from: 'No address before this one.',
  to: 'No address behind this one.',
  quarantine: 'No address that was freed less than so many minutes ago.',
});

/** Which free network is wanted. */
export const subnetWishMembers = described(subnetWishFields, {
  policy:
    'Which of the free networks of the size: the lowest, the highest, a random one, the one that fits best (`best`: from the smallest free block, so that large ones stay whole), or one that leaves room for growth (`sparse`: the beginning of the largest free block). The path decides where nothing is said.',
  from: 'No network that begins before this address.',
  to: 'No network that ends behind this address.',
});
