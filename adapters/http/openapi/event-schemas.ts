import { objectOf, type Schema } from './schema.js';

const string: Schema = { type: 'string' };

export const webhookSource = '/hexipam/webhooks/NAME';

/** Schema of a CloudEvent 1.0 in JSON. @param data schema of the change */
export const cloudEventSchema = (data: Schema, source: string, further: Readonly<Record<string, Schema>> = {}): Schema =>
  objectOf(
    {
      specversion: { ...string, enum: ['1.0'] },
      id: { ...string, description: 'Position of the change in the feed.' },
      source: { ...string, description: `Unique together with the id: ${source}.` },
      type: { ...string, description: 'hexipam.KIND.ACTION' },
      subject: { ...string, description: 'KIND/ID' },
      time: { ...string, format: 'date-time' },
      datacontenttype: { ...string, enum: ['application/json'] },
      data,
      ...further,
    },
    ...Object.keys(further),
  );
