import { validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { apiDescription } from '../../support/described/api-description.js';

describe('The description of the interface', () => {
  const copy = () => JSON.parse(JSON.stringify(apiDescription));

  it('is OpenAPI 3.1 to one validator', async () => {
    expect(await new Validator().validate(copy())).to.deep.equal({ valid: true });
  });

  it('is OpenAPI 3.1 to another validator', async () => {
    const result = await validate(copy());
    expect(result.valid ? [] : result.errors).to.deep.equal([]);
  });
});
