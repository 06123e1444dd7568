import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  challengeAsHex,
  clientName,
  codeOf,
  familyInCode,
  familyInRefreshToken,
  grantableScopes,
  grantName,
  isCodeChallenge,
  isCodeVerifier,
  isLoopbackUri,
  isRegisteredUri,
  problemWithRedirectUri,
  receiverOf,
  refreshExpiry,
  refreshTokenOf,
  requestedScopes,
} from '../../../domain/access/oauth.js';

describe('Redirect URIs of OAuth clients', () => {
  for (const [uri, receiver] of [
    ['https://claude.ai/api/mcp/auth_callback', 'claude.ai'],
    ['https://tool.example:8443/', 'tool.example:8443'],
    ['https://tool.example', 'tool.example'],
    ['http://127.0.0.1:33418/', '127.0.0.1:33418'],
    ['http://[::1]/callback', '[::1]'],
    ['http://localhost:9/callback?x=1', 'localhost:9'],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', 'cursor:'],
    ['com.example.tool://callback', 'com.example.tool:'],
  ] as const)
    it(`may be ${uri}`, () => {
      expect(problemWithRedirectUri(uri)).to.equal(undefined);
      expect(receiverOf(uri)).to.equal(receiver);
      expect(isRegisteredUri({ redirectUris: [uri] }, uri)).to.equal(true);
    });

  for (const uri of [
    ...['', 'tool', '/callback', '//tool.example/', 'https:///x', 'https://', 'https://tool.example/#x', 'https://a b/'],
    ...['http://tool.example/', 'http://127.0.0.1.evil.example/', 'http://localhost.evil.example/', 'http://127.0.0.2/'],
    ...['https://user@tool.example/', 'https://tool.example\\@evil.example/', 'https://tool.example/\n', 'https://tööl.example/'],
    ...[
      'javascript:alert(1)',
      'javascript://x/%0aalert(1)',
      'data://x/',
      'file:///etc/passwd',
      'ftp://a.example/',
      'cursor://a\u202e/',
      'cursor://a\u0000/',
    ],
    `https://tool.example/${'x'.repeat(500)}`,
  ])
    it(`are not ${JSON.stringify(uri.slice(0, 50))}`, () => {
      expect(problemWithRedirectUri(uri)).to.be.a('string');
      expect(isRegisteredUri({ redirectUris: [uri] }, uri)).to.equal(false);
    });

  it('are recognized as loopback addresses in all forms', () => {
    for (const uri of [
      ...['http://127.0.0.1/', 'http://[::1]:7/', 'http://localhost:9/x', 'https://LOCALHOST/', 'https://tool.localhost:8443/'],
      ...['https://127.0.0.2/', 'https://127.1/'],
    ])
      expect(isLoopbackUri(uri), uri).to.equal(true);
    for (const uri of [
      'https://localhost.example/',
      'https://127.0.0.1.example/',
      'https://notlocalhost/',
      'cursor://localhost/',
    ])
      expect(isLoopbackUri(uri), uri).to.equal(false);
  });

  it('match a registered one exactly, except for the port of a loopback address', () => {
    const client = { redirectUris: ['https://tool.example/a', 'http://127.0.0.1/cb', 'http://localhost:1/cb'] };
    const matches = (uri: string) => isRegisteredUri(client, uri);
    for (const uri of ['https://tool.example/a', 'http://127.0.0.1:5000/cb', 'http://127.0.0.1/cb', 'http://localhost:2/cb'])
      expect(matches(uri), uri).to.equal(true);
    for (const uri of [
      ...['https://tool.example/a/', 'https://tool.example/a?x', 'https://tool.example:443/a', 'https://TOOL.example/a'],
      ...['https://tool.example/', 'http://127.0.0.1:5000/cb/', 'http://[::1]/cb', 'http://localhost:1.evil.example/cb'],
    ])
      expect(matches(uri), uri).to.equal(false);
  });
});

describe('OAuth', () => {
  it('grants scopes that read, unless the client requests others and the endpoint writes', () => {
    const [read, write] = [grantableScopes('read'), grantableScopes('write')];
    expect(grantableScopes('off')).to.deep.equal([]);
    expect(requestedScopes('', write)).to.deep.equal(['*:read', 'feed']);
    expect(requestedScopes('allocate *:read', write)).to.deep.equal(['*:read', 'allocate']);
    expect(requestedScopes('allocate *:read', read)).to.deep.equal(['*:read']);
    expect(requestedScopes('admin *:write bogus', write)).to.deep.equal(['*:read', 'feed']);
  });

  it('reads a challenge as the SHA-256 of its verifier', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 96 }), (bytes) => {
        const verifier = Buffer.from(bytes).toString('base64url');
        const digest = createHash('sha256').update(verifier).digest();
        expect(isCodeVerifier(verifier)).to.equal(true);
        expect(isCodeChallenge(digest.toString('base64url'))).to.equal(true);
        expect(challengeAsHex(digest.toString('base64url'))).to.equal(digest.toString('hex'));
      }),
    );
  });

  it('finds the family in codes and refresh tokens only', () => {
    const [family, random] = ['f'.repeat(32), '-'.repeat(32)];
    expect(familyInCode(codeOf(family, random))).to.equal(family);
    expect(familyInRefreshToken(refreshTokenOf(family, random))).to.equal(family);
    expect(familyInCode(refreshTokenOf(family, random))).to.equal(undefined);
    expect(familyInRefreshToken(codeOf(family, random))).to.equal(undefined);
    fc.assert(fc.property(fc.string(), (text) => (familyInCode(text) ?? familyInRefreshToken(text)) === undefined));
  });

  it('shows printable names of at most 48 characters', () => {
    expect(clientName(' Claude \u202e\u0000 ')).to.equal('Claude');
    expect(clientName('\n')).to.equal('unnamed client');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => [...clientName(name)].length <= 48 && clientName(name) !== ''),
    );
  });

  it('gives keys names that the user does not have', () => {
    expect(grantName('Tool', new Set())).to.equal('mcp Tool');
    expect(grantName('Tool', new Set(['mcp Tool', 'mcp Tool 2']))).to.equal('mcp Tool 3');
  });

  it('ends refresh tokens after 30 days, and with the longest lifetime of keys', () => {
    const created = new Date('2026-01-01T00:00:00Z');
    const now = new Date('2026-01-20T00:00:00Z');
    expect(refreshExpiry({ created }, now, null).toISOString()).to.equal('2026-02-19T00:00:00.000Z');
    expect(refreshExpiry({ created }, now, 366).toISOString()).to.equal('2026-02-19T00:00:00.000Z');
    expect(refreshExpiry({ created }, now, 20).toISOString()).to.equal('2026-01-21T00:00:00.000Z');
  });
});
