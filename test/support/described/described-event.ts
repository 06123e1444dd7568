import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeEvents } from '../../../adapters/http/openapi/asyncapi.js';

/** The description of events, as at /asyncapi.json. */
export const eventDescription = JSON.parse(JSON.stringify(describeEvents({ version: '0.0.0' })));

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(eventDescription, 'events');

/** The mismatch between a message and its description, or undefined. */
export function eventMismatch(message: string, content: unknown): string | undefined {
  const validate = ajv.getSchema(`events#/components/messages/${message}/payload`);
  if (!validate) throw new Error(`no message ${message}`);
  return validate(content) ? undefined : ajv.errorsText(validate.errors);
}
