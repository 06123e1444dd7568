import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { internalCaller } from '../../../application/caller.js';
import { ConsoleServer } from '../../support/console/console-server.js';
import { Browser } from '../../support/oidc/browser.js';
import { type AnswerFacts, type ReadRequest, SamlProvider } from '../../support/saml/saml-provider.js';

const audience = 'https://ipam.example.org';

/** The assertion of an answer, as a text. */
const assertionIn = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';

/** Posts an answer under another host name. @returns the status */
async function postAs(host: string, url: string, jar: ReadonlyMap<string, string>, xml: string): Promise<number | undefined> {
  const body = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString();
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
  const headers = {
    host,
    cookie,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  };
  const sent = httpRequest(url, { method: 'POST', headers });
  sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return answer?.statusCode;
}

describe('Invalid answers of a SAML provider', () => {
  let provider: SamlProvider;
  let other: SamlProvider;
  let server: ConsoleServer;
  let browser: Browser;

  before(async () => {
    [provider, other] = [SamlProvider.make('https://login.example/saml'), SamlProvider.make('https://other.example/saml')];
    server = await ConsoleServer.start();
    for (const [name, one] of [
      ['staff', provider],
      ['guests', other],
    ] as const)
      await server.application.access.signInProviders.add(internalCaller, {
        ...{ name, type: 'saml', label: 'Staff', saml: one.settings(audience) },
      });
  });
  after(async () => {
    await server.close();
    expect(server.complaints).to.deep.equal([]);
  });
  beforeEach(() => {
    browser = new Browser();
    server.warnings.length = 0;
  });

  const begin = async (name = 'staff'): Promise<ReadRequest> => {
    const begun = await browser.open(`${server.url}/console/sign-in/${name}`);
    const metadata = await (await browser.open(`${server.url}/console/sign-in/${name}/metadata`)).text();
    return provider.read(begun.headers.get('location') ?? '', metadata);
  };
  const submitText = (consumerUrl: string, text: string, headers: Record<string, string> = {}) =>
    browser.open(consumerUrl, { method: 'POST', headers, body: new URLSearchParams({ SAMLResponse: text }) });
  /** Begins a sign-in and posts the answer. @returns the status with the logged reason */
  const submit = async (make: (request: ReadRequest) => string): Promise<string> => {
    server.warnings.length = 0;
    const request = await begin();
    const answer = await submitText(request.consumerUrl, Buffer.from(make(request)).toString('base64'));
    return `${answer.status} ${server.warnings.join()}`;
  };
  const signed = (given: Partial<AnswerFacts>) => submit((request) => provider.sign(provider.xml(request, given)));
  const rejected = async (description: string, outcome: Promise<string>, reason: RegExp) => {
    expect(await outcome, description).to.match(/^403 /);
    expect(await outcome, description).to.match(reason);
  };
  const nobodyCalled = async (name: string) => expect(await server.readers.users.findByName(name)).to.equal(undefined);

  it('are refused at once when they are not base64 but a long run of blanks', async () => {
    const { consumerUrl } = await begin();
    const answer = await submitText(consumerUrl, `A${' '.repeat(365_000)}!`);
    expect(answer.status).to.equal(403);
    expect(server.warnings.join()).to.include('base64');
  });

  it('are refused when the cookie of the request expires later than a sign-in may last', async () => {
    for (const until of [Date.now() + 3_600_000, 8.6e15, Number.MAX_VALUE]) {
      const { consumerUrl } = await begin();
      const jar = browser.jarOf(consumerUrl);
      const begun = { provider: 'staff', requestSecret: 'made up', until };
      for (const name of jar.keys()) jar.set(name, Buffer.from(JSON.stringify(begun)).toString('base64url'));
      expect((await submitText(consumerUrl, Buffer.from('<x/>').toString('base64'))).status).to.equal(403);
    }
    expect(server.warnings.join()).to.not.include('XML');
  });

  it('are distinguished from valid ones', async () => {
    expect(await signed({ nameId: 'anna' })).to.equal('303 ');
  });

  it('are refused without a valid signature of the assertion', async () => {
    const xml = (request: ReadRequest) => provider.xml(request, { nameId: 'mallory' });
    await rejected('unsigned', submit(xml), /signature/i);
    await rejected(
      'only the response is signed',
      submit((request) => provider.sign(xml(request), 'Response')),
      /signature/i,
    );
    await rejected(
      'of another key',
      submit((request) => other.sign(xml(request))),
      /signature/i,
    );
    await rejected(
      'changed afterwards',
      submit((request) => provider.sign(provider.xml(request)).replace('>anna<', '>mallory<')),
      /signature/i,
    );
    await rejected(
      'without the value of the signature',
      submit((request) => provider.sign(xml(request)).replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')),
      /signature/i,
    );
    await rejected(
      'signed by SHA-1',
      submit((request) => provider.sign(xml(request), 'Assertion', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1')),
      /not secure/,
    );
    await nobodyCalled('mallory');
  });

  const evil = (signedXml: string, id: string): string =>
    assertionIn(signedXml)
      .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
      .replace(/ID="_a[^"]*"/, `ID="${id}"`)
      .replace('>anna<', '>mallory<');
  const wrapped: readonly (readonly [description: string, wrap: (signedXml: string) => string])[] = [
    ['the forged assertion before', (xml) => xml.replace('<saml:Assertion', `${evil(xml, '_evil')}<saml:Assertion`)],
    ['the forged assertion behind', (xml) => xml.replace('</samlp:Response>', `${evil(xml, '_evil')}</samlp:Response>`)],
    [
      'the signed assertion within extensions',
      (xml) => xml.replace(assertionIn(xml), `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>${evil(xml, '_evil')}`),
    ],
    [
      'the signed assertion within the forged one',
      (xml) => xml.replace(assertionIn(xml), evil(xml, '_evil').replace('</saml:Subject>', `</saml:Subject>${assertionIn(xml)}`)),
    ],
    [
      'the signed assertion within the object of a signature of the forged one',
      (xml) => {
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
        const unsigned = assertionIn(xml).replace(signature, '');
        const holder = signature.replace('</ds:Signature>', `<ds:Object>${unsigned}</ds:Object></ds:Signature>`);
        return xml.replace(assertionIn(xml), evil(xml, '_evil').replace('</saml:Issuer>', `</saml:Issuer>${holder}`));
      },
    ],
    [
      'the forged assertion with the ID of the signed one',
      (xml) => {
        const id = /<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1] ?? '';
        return xml.replace('<saml:Assertion', `${evil(xml, id)}<saml:Assertion`);
      },
    ],
    [
      'the forged assertion with the signature, and the signed one in extensions',
      (xml) => {
        const signature = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
        const forged = evil(xml, '_evil').replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
        const rest = assertionIn(xml).replace(signature, '');
        return xml.replace(assertionIn(xml), `<samlp:Extensions>${rest}</samlp:Extensions>${forged}`);
      },
    ],
    [
      'a forged response around the signed one',
      (xml) => {
        const outer = xml.replace(assertionIn(xml), evil(xml, '_evil'));
        return outer.replace('</samlp:Status>', `</samlp:Status><samlp:Extensions>${xml}</samlp:Extensions>`);
      },
    ],
    [
      'a second subject',
      (xml) => xml.replace('<saml:Conditions', '<saml:Subject><saml:NameID>mallory</saml:NameID></saml:Subject><saml:Conditions'),
    ],
  ];
  for (const [description, wrap] of wrapped)
    it(`are refused with a wrapped signature: ${description}`, async () => {
      await rejected(
        description,
        submit((request) => wrap(provider.sign(provider.xml(request)))),
        /./,
      );
      await nobodyCalled('mallory');
    });

  it('are refused with comments, entities or CDATA sections in names', async () => {
    const withName = (nameId: string) => signed({ nameId });
    await rejected('a comment', withName('mallory<!-- -->.example'), /comment/);
    await rejected(
      'a comment that the signature does not cover',
      submit((request) =>
        provider.sign(provider.xml(request, { nameId: 'mallory.example' })).replace('mallory.', 'mallory<!---->.'),
      ),
      /comment/,
    );
    await rejected('a CDATA section', withName('<![CDATA[mallory]]>'), /CDATA/);
    await rejected('a processing instruction', withName('mal<?x y?>lory'), /processing instruction/);
    const entity = '<!DOCTYPE x [<!ENTITY who SYSTEM "file:///etc/passwd">]>';
    const withEntity = (request: ReadRequest) => `${entity}${provider.sign(provider.xml(request)).replace('>anna<', '>&who;<')}`;
    await rejected('an external entity', submit(withEntity), /document type/);
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${'bcdefghij'
      .split('')
      .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)
      .join('')}]>`;
    const laughing = (request: ReadRequest) => `${laughs}${provider.xml(request, { nameId: '&j;' })}`;
    await rejected('entities within entities', submit(laughing), /document type/);
    await rejected(
      'an unknown entity',
      submit((request) => provider.xml(request, { nameId: '&who;' })),
      /./,
    );
    for (const name of ['mallory', 'mallory.example', 'lory']) await nobodyCalled(name);
  });

  it('are refused for another service, recipient or request, and for other times', async () => {
    const now = Date.now();
    const minutes = (n: number) => new Date(now + n * 60_000);
    await rejected('another audience', signed({ audience: 'https://evil.example' }), /audience/i);
    await rejected('another recipient', signed({ consumerUrl: 'https://evil.example/acs' }), /recipient/);
    await rejected('another destination', signed({ destination: 'https://evil.example/acs' }), /destination/);
    await rejected('another issuer', signed({ issuer: 'https://evil.example' }), /issuer/i);
    await rejected('another request', signed({ id: `_${'a'.repeat(64)}` }), /InResponseTo|request/);
    await rejected(
      'no request',
      submit((request) => provider.sign(provider.xml(request).replace(/ InResponseTo="[^"]*"/g, ''))),
      /InResponseTo/,
    );
    await rejected(
      'a request in the envelope alone',
      submit((request) => provider.sign(provider.xml(request).replace(/(Recipient="[^"]*") InResponseTo="[^"]*"/, '$1'))),
      /request/,
    );
    await rejected('expired', signed({ notOnOrAfter: minutes(-2) }), /expired|No valid subject confirmation/);
    await rejected('not valid yet', signed({ notBefore: minutes(2) }), /not yet valid|No valid subject confirmation/);
    await rejected('issued in the future', signed({ issued: minutes(2) }), /future/);
    const failure = { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' };
    await rejected(
      'a failure',
      submit((request) => provider.xml(request, failure).replace(/<saml:Assertion.*<\/saml:Assertion>/s, '')),
      /Responder/,
    );
    const without = (pattern: RegExp) => submit((request) => provider.sign(provider.xml(request).replace(pattern, '')));
    await rejected('no audience', without(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/s), /audience/i);
    await rejected('no conditions', without(/<saml:Conditions.*<\/saml:Conditions>/s), /./);
    await rejected('no end', without(/ NotOnOrAfter="[^"]*"(?= Recipient)/), /NotOnOrAfter|No valid subject confirmation/);
    await rejected('no authentication', without(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/s), /authentication/);
    await rejected('no subject', without(/<saml:Subject>.*<\/saml:Subject>/s), /Subject/);
    await rejected(
      'no bearer',
      submit((request) => provider.sign(provider.xml(request).replace('cm:bearer', 'cm:sender-vouches'))),
      /bearer/,
    );
    await rejected('no name', signed({ nameId: '' }), /NameID/);
  });

  it('are refused from another provider, and from another service under another host name', async () => {
    await rejected(
      'of another provider',
      submit((request) => other.sign(other.xml(request))),
      /signature|issuer/i,
    );
    await rejected(
      'in the name of this one',
      submit((request) => other.sign(other.xml(request, { issuer: provider.entityId }))),
      /signature/i,
    );
    const request = await begin('guests');
    const response = Buffer.from(other.sign(other.xml(request))).toString('base64');
    const mixed = request.consumerUrl.replace('/guests/', '/staff/');
    expect((await submitText(mixed, response)).status).to.equal(403);
    const relayed = await begin();
    const host = 'evil.example';
    const consumerUrl = relayed.consumerUrl.replace(new URL(relayed.consumerUrl).host, host);
    const forOther = { consumerUrl, destination: consumerUrl };
    const post = (given: Partial<AnswerFacts>) =>
      postAs(
        host,
        relayed.consumerUrl,
        browser.jarOf(server.url),
        provider.sign(provider.xml(relayed, { ...forOther, ...given })),
      );
    expect(await post({ audience: 'https://evil.example' })).to.equal(403);
    expect(server.warnings.join()).to.match(/audience/);
  });

  it('are refused without valid XML or base64, and above the size limit', async () => {
    const texts = ['', '<', '<a>', 'anna', '<samlp:Response/>', '{}', '\0', `${'<a>'.repeat(5000)}`, '<a b="/>">'.repeat(5000)];
    for (const text of texts)
      await rejected(
        text.slice(0, 30),
        submit(() => text || ' '),
        /./,
      );
    await rejected(
      'large',
      submit((request) => provider.xml(request, { attributes: { groups: Array(3500).fill('x'.repeat(20)) } })),
      /bytes/,
    );
    const request = await begin();
    expect((await submitText(request.consumerUrl, '%%%')).status).to.equal(403);
    await begin();
    expect((await submitText(request.consumerUrl, Buffer.from([0xff, 0xfe, 0x3c]).toString('base64'))).status).to.equal(403);
  });
});
