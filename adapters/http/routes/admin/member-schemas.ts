import type { Member, Members } from '../../../../application/access/administration/members/kept.js';
import { listOf, objectOf, refTo, type Schema, value } from '../../openapi/schema.js';

/** What a request gives of what administrators set. @param as whether something is new, or changes */
export function memberInputSchemas(members: Members, as: 'create' | 'change'): Readonly<Record<string, Schema>> {
  const given = Object.entries(members).filter(([, { isReadOnly }]) => !isReadOnly);
  const meaningOf = ({ isFixed, meaning }: Member) => (isFixed && as === 'change' ? 'As in the path: it stays.' : meaning);
  return Object.fromEntries(
    given.map(([name, member]) => [name, { ...memberInputSchema(member), description: meaningOf(member) }]),
  );
}

/** The names of what must be given of something new. */
export const requiredIn = (members: Members): string[] => Object.keys(members).filter((name) => members[name]?.isRequired);

const orNull = (isNullable: true | undefined, ...types: readonly string[]): Schema => ({
  type: isNullable ? [...types, 'null'] : types,
});

function memberInputSchema({ type, values = [], isNullable }: Member): Schema {
  switch (type) {
    case 'integer':
      return { ...orNull(isNullable, 'integer', 'string'), pattern: isNullable ? '^(-?\\d{1,15})?$' : '^-?\\d{1,15}$' };
    case 'flag':
      return { enum: [0, 1, '0', '1', true, false, 'true', 'false', ''] };
    case 'enum':
      return { enum: values };
    case 'texts':
      return { type: ['array', 'string'], items: { type: 'string' } };
    case 'ids':
      return { type: ['array', 'string'], items: { type: ['integer', 'string'], minimum: 1, pattern: '^\\d{1,10}$' } };
    default:
      return orNull(isNullable, 'string', 'number');
  }
}

/** What is shown of what administrators set. @param further members beside these @param optional those that may be missing */
export const memberOutputSchemas = (
  members: Members,
  further: Readonly<Record<string, Schema>> = {},
  ...optional: readonly string[]
): Schema => {
  const shown = Object.entries(members).filter(([, { type }]) => type !== 'secret');
  const own = shown.map(([name, member]) => [name, { ...memberOutputSchema(member), description: member.meaning }]);
  const partial = shown.flatMap(([name, { isPartial }]) => (isPartial ? [name] : []));
  return objectOf({ ...Object.fromEntries(own), ...further }, ...partial, ...optional);
};

function memberOutputSchema({ type, values = [], isNullable }: Member): Schema {
  switch (type) {
    case 'integer':
      return value(isNullable ? 'integerOrNull' : 'integer');
    case 'flag':
      return value('flag');
    case 'enum':
      return { enum: values };
    case 'texts':
      return listOf({ type: 'string' });
    case 'ids':
      return listOf(value('id'));
    case 'time':
      return value('momentOrNull');
    default:
      return isNullable ? refTo('textOrNull') : { type: 'string' };
  }
}

/** How members are described to clients that make forms of them. */
export const describedMembers: Schema = listOf(
  objectOf({
    name: { description: 'As requests and records have it.', type: 'string' },
    type: { enum: ['text', 'multiline', 'secret', 'integer', 'flag', 'enum', 'texts', 'ids', 'time'] },
    comment: { description: 'What it means.', type: 'string' },
    isRequired: { description: 'Whether it must be given for something new.', type: 'boolean' },
    isFixed: { description: 'Whether it is given for something new only.', type: 'boolean' },
    isReadOnly: { description: 'Whether it is shown and never given.', type: 'boolean' },
    usual: refTo(
      'textOrNull',
      'What it is where nothing is given for something new, as a text; null where that is nothing, or no.',
    ),
    values: {
      description: 'The values that it may have; null where there is no such list.',
      type: ['array', 'null'],
      items: { type: 'string' },
    },
  }),
);
