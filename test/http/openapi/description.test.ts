import { validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { apiDescription, numbersDescription } from '../../support/described/api-description.js';

const documents = { '/openapi.json': ['3.0', numbersDescription], '/openapi-strings.json': ['3.1', apiDescription] } as const;

for (const [path, [version, description]] of Object.entries(documents))
  describe(`The document at ${path}`, () => {
    const copy = () => JSON.parse(JSON.stringify(description));

    it(`is OpenAPI ${version} to one validator`, async () => {
      expect(await new Validator().validate(copy())).to.deep.equal({ valid: true });
    });

    it(`is OpenAPI ${version} to another validator`, async () => {
      const result = await validate(copy());
      expect(result.valid ? [] : result.errors).to.deep.equal([]);
    });
  });
