/** What may be lost when a register comes from elsewhere, with what becomes of it where that is accepted. */
export const losses = {
  cut: 'a text is too long for its field: it is cut',
  value: 'a value is none that its field can have: it is left out, and so is a record that cannot be without it',
  charset: 'a text holds characters that its encoding does not have: the marks in their place stay',
  reference: 'a record names another one that is not there: it names none',
  orphan: 'a record belongs to one that is not there: it is left out',
  outside:
    'an address lies outside of its subnet: it is left out; a network outside of its master: it comes to the top of its section',
  cycle: 'subnets are below themselves: one of them comes to the top of its section',
  overlap: 'networks overlap in a strict section: the section is strict no more',
  duplicate: 'an address or an id comes twice: the first one stays; a name: the others get their id behind it',
  rights: 'a user had rights that there are not: the user gets the lower ones',
  app: 'an application cannot work as before: it is disabled, or left out where not even its name can be used',
  'custom-field': 'a custom field cannot be had under its name: it gets another one',
  column: 'a column has no place: its values are left out',
  table: 'a table has no place: its rows are left out',
} as const;

/** A sort of loss. */
export type Loss = keyof typeof losses;

export const lossNames = Object.keys(losses) as Loss[];

/** Something that did not come as it was. A note is no loss. */
export interface Finding {
  readonly kind: Loss | 'note';
  /** The record, as its source calls it, e.g. `subnets 7`. */
  readonly where: string;
  /** What is wrong with it, in words. */
  readonly problem: string;
}
