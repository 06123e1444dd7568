import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { kinds } from '../../domain/catalog/kinds.js';

const root = new URL('../../../', import.meta.url);

/** Modules that interpret descriptors of kinds, independently of the kind. */
const interpreters = [
  'domain/fields/read-fields.ts',
  'application/catalog/kind-writes.ts',
  'application/inventory/record-input.ts',
  'adapters/http/routes/kinds/kind-records.ts',
  'adapters/http/routes/kinds/kind-resource.ts',
  'adapters/http/routes/kinds/kind-routes.ts',
  'adapters/http/wire/record-printer.ts',
  'adapters/knex/inventory/catalog-repository.ts',
  'adapters/knex/constraint-errors.ts',
  'adapters/knex/transfer/entity-rows.ts',
  'adapters/knex/records/field-columns.ts',
  'adapters/knex/records/record-table.ts',
  'adapters/knex/records/tables.ts',
  'adapters/memory/inventory/catalog.ts',
  'adapters/memory/records/deletion.ts',
  'adapters/memory/records/records.ts',
  'adapters/memory/records/references.ts',
];

/** Error codes that contain the name of a kind. */
const errorCodes = /\bfield\.range\b|\brequest\.subController\b/g;

/** A kind's name as a value: in quotes, or as a member. */
const mention = new RegExp(`['"\`.](?:${Object.keys(kinds).join('|')})(?:['"\`]|\\b(?!\\.js))`);

describe('Interpreters of descriptors', () => {
  for (const file of interpreters) {
    it(`${file} mentions no kind`, () => {
      const lines = readFileSync(fileURLToPath(new URL(file, root)), 'utf8').split('\n');
      expect(lines.filter((line) => mention.test(line.replace(errorCodes, '')))).to.deep.equal([]);
    });
  }
});
