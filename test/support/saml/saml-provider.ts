/** A SAML identity provider in this process. `samlify` reads requests and signs answers; a test may forge answers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The used members of samlify: its own types require browser types. */
interface Samlify {
  setSchemaValidator(validator: object): void;
  ServiceProvider(settings: { readonly metadata: string }): object;
  IdentityProvider(settings: object): {
    parseLoginRequest(sp: object, binding: 'redirect', request: object): Promise<{ readonly extract: Extract }>;
    createLoginResponse(
      ...given: [sp: object, request: object, binding: 'post', user: object, replace: () => object]
    ): Promise<{ readonly context: string }>;
  };
  readonly SamlLib: { constructSAMLSignature(options: object): string };
}

interface Extract {
  readonly request: { readonly id: string; readonly assertionConsumerServiceUrl: string };
  readonly issuer: string;
}

const samlify: Samlify = createRequire(import.meta.url)('samlify');
samlify.setSchemaValidator({ validate: async () => 'not validated' });

/** The data of an answer. A test replaces some. */
export interface AnswerFacts {
  readonly id: string;
  readonly consumerUrl: string;
  readonly audience: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly assertionId: string;
  readonly issued: Date;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly destination: string;
  readonly status: string;
  /** Values by the name of the attribute. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** A request as the provider reads it. */
export interface ReadRequest {
  readonly id: string;
  readonly consumerUrl: string;
  readonly issuer: string;
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const rootOf = (name: string): string => `/*[local-name(.)='${name}']`;
const paths = { Response: rootOf('Response'), Assertion: `${rootOf('Response')}${rootOf('Assertion')}` } as const;

/** A new RSA key and its certificate, PEM. */
export function makeKey(): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hexipam-saml-'));
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=provider'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const files = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return files;
}

export class SamlProvider {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificate: string;
  readonly #key: string;

  private constructor(entityId: string, signInUrl: string, { key, certificate }: { key: string; certificate: string }) {
    this.entityId = entityId;
    this.signInUrl = signInUrl;
    this.#key = key;
    this.certificate = certificate;
  }

  /** Creates a provider with a new key. */
  static make(entityId: string, signInUrl = 'http://127.0.0.1:1/sso?tenant=7'): SamlProvider {
    return new SamlProvider(entityId, signInUrl, makeKey());
  }

  /** Settings of a sign-in provider for it. */
  settings(audience: string): object {
    return { entityId: this.entityId, signInUrl: this.signInUrl, certificates: this.certificate, audience };
  }

  /** Parses a request by the metadata of the service. */
  async read(url: string, metadata: string): Promise<ReadRequest> {
    const query = Object.fromEntries(new URL(url).searchParams);
    const { extract } = await this.#provider().parseLoginRequest(samlify.ServiceProvider({ metadata }), 'redirect', { query });
    return {
      id: extract.request.id,
      consumerUrl: extract.request.assertionConsumerServiceUrl,
      issuer: extract.issuer,
    };
  }

  /** A correct signed answer. @returns base64 */
  async answer(metadata: string, request: ReadRequest, given: Partial<AnswerFacts>): Promise<string> {
    const context = this.xml(request, given);
    const { context: answer } = await this.#provider().createLoginResponse(
      samlify.ServiceProvider({ metadata }),
      { extract: { request: { id: request.id } } },
      'post',
      {},
      () => ({ id: 'response', context }),
    );
    return answer;
  }

  /** An unsigned answer. @returns XML */
  xml(request: ReadRequest, given: Partial<AnswerFacts> = {}): string {
    const now = Date.now();
    return responseXml({
      ...{ id: request.id, consumerUrl: request.consumerUrl, audience: request.issuer, issuer: this.entityId },
      ...{
        nameId: 'anna',
        nameIdFormat: persistent,
        assertionId: `_a${Math.random().toString(36).slice(2)}`,
        issued: new Date(now),
      },
      ...{ notBefore: new Date(now - 1000), notOnOrAfter: new Date(now + 300_000), destination: request.consumerUrl },
      ...{ status: 'urn:oasis:names:tc:SAML:2.0:status:Success', attributes: {} },
      ...given,
    });
  }

  /** Signs an element. @returns XML */
  sign(xml: string, what: keyof typeof paths = 'Assertion', signatureAlgorithm = rsaSha256): string {
    return samlify.SamlLib.constructSAMLSignature({
      ...{
        rawSamlMessage: xml,
        privateKey: this.#key,
        signingCert: bare(this.certificate),
        signatureAlgorithm,
        isBase64Output: false,
      },
      referenceTagXPath: paths[what],
      signatureConfig: { prefix: 'ds', location: { reference: `${paths[what]}${rootOf('Issuer')}`, action: 'after' } },
    });
  }

  #provider(): ReturnType<Samlify['IdentityProvider']> {
    return samlify.IdentityProvider({
      entityID: this.entityId,
      privateKey: this.#key,
      signingCert: this.certificate,
      requestSignatureAlgorithm: rsaSha256,
      singleSignOnService: [{ Binding: redirectBinding, Location: this.signInUrl }],
      singleLogoutService: [{ Binding: redirectBinding, Location: this.signInUrl }], // samlify warns of providers without one
      loginResponseTemplate: { context: '<none/>', attributes: [] },
    });
  }
}

/** The base64 of a PEM certificate. */
const bare = (pem: string): string => pem.replace(/-----[^-]*-----|\s/g, '');

const attributeXml = ([name, values]: readonly [string, readonly string[]]): string => {
  const all = values.map((value) => `<saml:AttributeValue xsi:type="xs:string">${value}</saml:AttributeValue>`).join('');
  return `<saml:Attribute Name="${name}">${all}</saml:Attribute>`;
};

function responseXml(facts: AnswerFacts): string {
  const [issued, from, until] = [facts.issued, facts.notBefore, facts.notOnOrAfter].map((time) => time.toISOString());
  const attributes = Object.entries(facts.attributes).map(attributeXml).join('');
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"
 ID="_response" Version="2.0" IssueInstant="${issued}" Destination="${facts.destination}" InResponseTo="${facts.id}">
<saml:Issuer>${facts.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${facts.status}"/></samlp:Status>
<saml:Assertion xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.assertionId}" Version="2.0" IssueInstant="${issued}">
<saml:Issuer>${facts.issuer}</saml:Issuer>
<saml:Subject><saml:NameID Format="${facts.nameIdFormat}">${facts.nameId}</saml:NameID>
<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">
<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${facts.consumerUrl}" InResponseTo="${facts.id}"/>
</saml:SubjectConfirmation></saml:Subject>
<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">
<saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>
<saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
<saml:AttributeStatement>${attributes}</saml:AttributeStatement>
</saml:Assertion></samlp:Response>`;
}
