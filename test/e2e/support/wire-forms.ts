import type { RawRequest } from '../../support/api-client.js';
import { RawNumber } from './bad-values.js';

/** Formats of request parameters. */
export const forms = ['json', 'form', 'query', 'xml'] as const;
export type Form = (typeof forms)[number];

export type Parameters = readonly (readonly [name: string, value: unknown])[];

/** A request with parameters in one of the forms. Names may repeat, be empty, or be `__proto__`. */
export function requestIn(form: Form, method: string, target: string, parameters: Parameters): RawRequest {
  switch (form) {
    case 'json':
      return {
        method,
        target,
        headers: { 'Content-Type': 'application/json' },
        body: `{${parameters.map(([name, value]) => `${JSON.stringify(name)}:${json(value)}`).join()}}`,
      };
    case 'form':
      return { method, target, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: urlEncoded(parameters) };
    case 'query':
      return { method, target: `${target}?${urlEncoded(parameters)}` };
    case 'xml':
      return {
        method,
        target,
        headers: { 'Content-Type': 'application/xml' },
        body: `<request>${parameters.map(([name, value]) => element(name, value)).join('')}</request>`,
      };
  }
}

function json(value: unknown): string {
  return value instanceof RawNumber ? value.text : (JSON.stringify(value) ?? 'null');
}

function urlEncoded(parameters: Parameters): string {
  return parameters.flatMap(([name, value]) => pairs(percentEncoded(name), value)).join('&');
}

function pairs(name: string, value: unknown): string[] {
  if (value instanceof RawNumber) return [`${name}=${value.text}`];
  if (Array.isArray(value)) return value.length === 0 ? [`${name}[]=`] : value.flatMap((item) => pairs(`${name}[]`, item));
  if (typeof value === 'object' && value !== null)
    return [`${name}=`, ...Object.entries(value).flatMap(([key, member]) => pairs(`${name}[${percentEncoded(key)}]`, member))];
  return [`${name}=${percentEncoded(String(value ?? ''))}`];
}

/** Percent-encodes a text like PHP and browsers. A lone surrogate becomes the bytes that some encoders produce. */
export function percentEncoded(text: string): string {
  return text.replace(/[^A-Za-z0-9._~-]/gu, (character) => {
    const bytes = /\p{Surrogate}/u.test(character) ? [0xed, 0xa0, 0x80] : [...Buffer.from(character)];
    return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
  });
}

function element(name: string, value: unknown): string {
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : 'strange';
  if (value instanceof RawNumber) return `<${tag}>${value.text}</${tag}>`;
  if (Array.isArray(value)) return value.length === 0 ? `<${tag}/>` : value.map((item) => element(name, item)).join('');
  const members =
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([key, member]) => element(key, member))
      : [escaped(String(value ?? ''))];
  return `<${tag}>${members.join('')}</${tag}>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
