import { commandLineCaller } from '../../../application/caller.js';
import { type CustomField, customFieldFields, customFieldOwners } from '../../../domain/fields/custom-field.js';
import { optional, optionsOf, shownNames } from '../field-options.js';
import { action, type Subject } from '../grammar.js';

const options = optionsOf(customFieldFields, {
  type: "varchar(N), int, bool, date, datetime, text or enum('a','b')",
  default: 'value of new records, and of existing records when the field is added; empty: none',
});

const confirmation = (what: string) => (field: CustomField) => [`custom field ${field.on} ${field.name} ${what}`];

const values = { OBJECTS: customFieldOwners };

/** Custom fields, identified by owner and name. */
export const field: Subject = {
  meaning: `custom fields of ${customFieldOwners.join(', ')}`,
  actions: {
    list: action({
      meaning: 'show all custom fields, or those of one kind',
      optionalOperand: 'OBJECTS',
      values,
      run: (access, { operands: [on] }) => access.customFields.list(commandLineCaller, on),
      columns: shownNames(customFieldFields),
    }),
    add: action({
      meaning: 'add a custom field',
      operands: ['OBJECTS', 'NAME'],
      values,
      options,
      run: (access, { operands: [on = '', name = ''], options: fields }) =>
        access.customFields.add(commandLineCaller, { ...fields, on, name }),
      lines: confirmation('added'),
    }),
    set: action({
      meaning: 'change a custom field; refused when existing values do not fit',
      operands: ['OBJECTS', 'NAME'],
      values,
      options: optional(options),
      run: (access, { operands: [on = '', name = ''], options: fields }) =>
        access.customFields.set(commandLineCaller, { on, name }, fields),
      lines: confirmation('changed'),
    }),
    remove: action({
      meaning: 'remove a custom field and its values',
      operands: ['OBJECTS', 'NAME'],
      values,
      run: (access, { operands: [on = '', name = ''] }) => access.customFields.remove(commandLineCaller, { on, name }),
      lines: confirmation('removed'),
    }),
  },
};
