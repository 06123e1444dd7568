import type { Received } from '../receivers/receiver.js';
import { apiDescription } from './api-description.js';
import { wrong } from './described-exchange.js';

interface Described {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

const pointer = '/webhooks/changes/post';

const { changes } = apiDescription.webhooks as { changes: { post: Described } };

/** The description of webhook deliveries. */
export const describedDelivery: Described = changes.post;

/** Compares a delivery with its description. @returns the mismatch, or undefined */
export function deliveryMismatch({ headers, body }: Pick<Received, 'headers' | 'body'>): string | undefined {
  const [type] = Object.keys(describedDelivery.requestBody.content);
  if (type === undefined || headers['content-type'] !== type) return `it came as ${headers['content-type']}`;
  for (const [place, { name, in: where, required }] of describedDelivery.parameters.entries()) {
    const value = where === 'header' ? headers[name.toLowerCase()] : undefined;
    if (value === undefined && !required) continue;
    const problem = value === undefined ? ' is missing' : wrong(`${pointer}/parameters/${place}/schema`, value);
    if (problem) return `the header ${name}${problem}: ${value}`;
  }
  const problem = wrong(`${pointer}/requestBody/content/${type.replace('/', '~1')}/schema`, JSON.parse(body));
  return problem && `the body${problem}: ${body}`;
}
