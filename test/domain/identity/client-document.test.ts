import { expect } from 'chai';
import { clientInDocument, hostOfClient, isClientUrl } from '../../../domain/access/oauth.js';

const url = 'https://tool.example/oauth/client.json';
const now = new Date(Date.UTC(2030, 0, 1));

describe('URLs of client metadata documents', () => {
  for (const [id, host] of [
    [url, 'tool.example'],
    ['https://Tool.example:8443/client', 'tool.example:8443'],
    ['https://tool.example/a%20b?version=2', 'tool.example'],
    ['https://tool.example/.well-known/client', 'tool.example'],
    ['https://tool.example/a..b/...', 'tool.example'],
    ['https://tool.example:443/client', 'tool.example:443'],
    ['https://tool.example:65535/client', 'tool.example:65535'],
    ['https://8.8.8.8/client', '8.8.8.8'],
    ['https://8.example/client', '8.example'],
    ['https://xn--tl-fkaa.example/client', 'xn--tl-fkaa.example'],
  ] as const)
    it(`may be ${id}`, () => {
      expect(isClientUrl(id)).to.equal(true);
      expect(() => new URL(id)).not.to.throw();
      expect(hostOfClient(id)).to.equal(host);
    });

  for (const id of [
    ...['', 'tool', 'http://tool.example/client', 'https://tool.example', 'https://tool.example/', 'https:///client'],
    ...['https://user@tool.example/client', 'https://user:secret@tool.example/client', 'https://tool.example/client#x'],
    ...[
      'https://tool.example/../client',
      'https://tool.example/a/./b',
      'https://tool.example/a/..',
      'https://tool.example/%2E%2e/b',
    ],
    ...['https://tool.example/a b', 'https://tool.example/\n', 'https://tool.example\\evil.example/x', 'https://tööl.example/x'],
    ...['https://tool.example:/x', 'https://tool.example:0/x', 'https://tool.example:0443/x', 'https://tool.example:65536/x'],
    ...['https://tool.example:99999/x', 'https://tool.example?x', 'https://tool.example/?x', 'https://tool.example./x'],
    ...['https://a..b/x', 'https://-a.example/x', 'https://a-.example/x', `https://${'x'.repeat(64)}.example/x`],
    ...['https://1.2.3.4.5/x', 'https://256.1.1.1/x', 'https://127.1/x', 'https://2130706433/x', 'https://0x7f.1/x'],
    ...['https://010.0.0.1/x', 'https://tool.example.1/x', 'https://tool.example.0x/x', "https://tool.example/x?a='"],
    ...['https://[::1]/client', 'ftp://tool.example/client', `https://tool.example/${'x'.repeat(500)}`],
  ])
    it(`are not ${JSON.stringify(id.slice(0, 50))}`, () => {
      expect(isClientUrl(id)).to.equal(false);
      expect(hostOfClient(id)).to.equal(undefined);
    });

  it('have no host in the id of a registered client', () => {
    expect(hostOfClient('0123456789abcdefABCDEF-_')).to.equal(undefined);
  });
});

describe('Client metadata documents', () => {
  const document = { client_id: url, client_name: 'Tool', redirect_uris: ['https://tool.example/callback'] };

  it('describe a client without a secret', () => {
    const client = { id: url, name: 'Tool', redirectUris: document.redirect_uris, created: now, lastGranted: null };
    expect(clientInDocument(url, document, now)).to.deep.equal(client);
    const others = { token_endpoint_auth_method: 'none', logo_uri: 'https://tool.example/logo.png', grant_types: [] };
    expect(clientInDocument(url, { ...document, ...others }, now)).to.deep.equal(client);
  });

  it('get the name "unnamed client" if their name is missing or not printable', () => {
    for (const client_name of [undefined, 7, '', '\u202e\u0000'])
      expect(clientInDocument(url, { ...document, client_name }, now)).to.have.property('name', 'unnamed client');
  });

  for (const [content, problem] of [
    [null, 'is not a JSON object'],
    ['text', 'is not a JSON object'],
    [[document], 'is not a JSON object'],
    [{}, 'has a client_id other than its URL'],
    [{ ...document, client_id: `${url}/` }, 'has a client_id other than its URL'],
    [{ ...document, client_id: url.toUpperCase() }, 'has a client_id other than its URL'],
    [{ ...document, client_secret: 'x' }, 'contains a client secret'],
    [{ ...document, client_secret_expires_at: 0 }, 'contains a client secret'],
    [{ ...document, token_endpoint_auth_method: 'private_key_jwt' }, 'requires a token_endpoint_auth_method other than none'],
    [{ ...document, redirect_uris: undefined }, 'must have 1 to 10 redirect_uris'],
    [{ ...document, redirect_uris: [] }, 'must have 1 to 10 redirect_uris'],
    [{ ...document, redirect_uris: 'https://tool.example/callback' }, 'must have 1 to 10 redirect_uris'],
    [{ ...document, redirect_uris: ['https://tool.example/callback', 7] }, 'must have 1 to 10 redirect_uris'],
    [{ ...document, redirect_uris: Array(11).fill('https://tool.example/callback') }, 'must have 1 to 10 redirect_uris'],
    [{ ...document, redirect_uris: ['javascript:alert(1)'] }, 'has a redirect URI that is not a valid URI'],
  ] as const)
    it(`are invalid: ${JSON.stringify(content)?.slice(0, 90)}`, () => {
      expect(clientInDocument(url, content, now)).to.equal(problem);
    });
});
