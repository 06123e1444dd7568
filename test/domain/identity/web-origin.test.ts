import { expect } from 'chai';
import { permittedOrigin, readWebOrigin } from '../../../domain/access/web-origin.js';

describe('A web origin', () => {
  const origins: readonly (readonly [text: string, origin: string])[] = [
    ['https://portal.example.org', 'https://portal.example.org'],
    ['HTTPS://Portal.Example.org', 'https://portal.example.org'],
    ['https://portal.example.org:443', 'https://portal.example.org'],
    ['http://portal.example.org:80', 'http://portal.example.org'],
    ['http://portal.example.org:443', 'http://portal.example.org:443'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]:8443'],
  ];
  for (const [text, origin] of origins)
    it(`${text} is sent by browsers as ${origin}`, () => {
      expect(readWebOrigin(text)).to.equal(origin);
    });

  const others = [
    '',
    '*',
    'null',
    'portal.example.org',
    'https://',
    'ftp://a.example',
    'https://a.example/',
    'https://a.example/x',
  ];
  for (const text of [...others, 'https://user@a.example', 'https://a.example:0', 'https://a.example:65536', 'https://*.example'])
    it(`${JSON.stringify(text)} is invalid`, () => {
      expect(readWebOrigin(text)).to.equal(undefined);
    });
});

describe('The permitted origin', () => {
  const permitted = ['https://ipam.example.org', 'http://localhost:8080', 'http://both.example', 'https://both.example'];
  const origins: readonly (readonly [origin: string, found: string | undefined])[] = [
    ['https://ipam.example.org', 'https://ipam.example.org'],
    ['http://ipam.example.org', 'https://ipam.example.org'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://both.example', 'https://both.example'],
    ['http://both.example', 'http://both.example'],
    ['https://ipam.example.org:8443', undefined],
    ['https://ipam.example.org.evil.example', undefined],
    ['http://localhost', undefined],
  ];
  for (const [origin, found] of origins)
    it(`of a request to ${origin} is ${found ?? 'none'}`, () => {
      expect(permittedOrigin(permitted, origin)).to.equal(found);
    });
});
