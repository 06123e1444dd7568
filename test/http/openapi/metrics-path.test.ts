import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { describeApi } from '../../../adapters/http/openapi/document.js';
import { controllers } from '../../support/described/api-description.js';

describe('The API description', () => {
  it('contains the metrics path only when the listeners serve metrics', async () => {
    const without = await describeApi(controllers, { version: '0.0.0' }, 'strings');
    expect(without.paths).not.to.have.property('/metrics');
    const description = await describeApi(controllers, { version: '0.0.0', hasMetrics: true }, 'strings');
    expect(description.paths).to.have.nested.property('/metrics.get.operationId', 'getMetrics');
    const { valid, errors } = await new Validator().validate(structuredClone(description));
    expect(errors).to.equal(undefined);
    expect(valid).to.equal(true);
  });
});
