import { type ProvidedIdentity, ProviderRefusal, type SamlRequest } from '../../application/ports/sign-in-providers.js';
import type { SamlSettings } from '../../domain/access/sign-in-provider.js';

/** An element of XML: attributes, text, and child elements by their names without prefix. */
export type Element = Readonly<Record<string, unknown>>;

export function childrenOf(element: Element, name: string): Element[] {
  const children: unknown = Object.hasOwn(element, name) ? element[name] : undefined;
  return Array.isArray(children)
    ? children.map((child): Element => (typeof child === 'string' ? { _: child } : { ...child }))
    : [];
}

/** Returns the only child element with a name. @throws ProviderRefusal if there is none, or more than one */
function onlyChild(element: Element, name: string): Element {
  const [child, other] = childrenOf(element, name);
  if (!child || other) throw new ProviderRefusal(`the answer has ${child ? 'several elements' : 'no element'} ${name}`);
  return child;
}

/** Returns the root element of a document that xml2js has parsed. @throws ProviderRefusal if it has another name */
export const rootOf = (parsed: unknown, name: string): Element =>
  onlyChild({ [name]: [Object(parsed)[name] ?? []].flat() }, name);

function attributeOf(element: Element, name: string): string | undefined {
  const attributes = Object(element.$);
  const value: unknown = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

export const textOf = (element: Element): string => (typeof element._ === 'string' ? element._.trim() : '');

/** Tolerated clock difference between service and provider, in milliseconds. */
export const clockToleranceMs = 60_000;

/** Maximum number of groups read for a user. Further groups are ignored. */
const maxGroups = 1000;
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Facts of an assertion that answers a request. */
interface AssertionFacts {
  readonly id: string;
  /** After this time the assertion is accepted no more. */
  readonly until: Date;
}

/**
 * Checks an assertion whose signature, audience and conditions are verified: issuer, recipient, request, times, authentication
 * (SAML 2.0 Profiles, 4.1.4.3). @param now in milliseconds. @throws ProviderRefusal
 */
export function checkedAssertion(
  assertion: Element,
  settings: SamlSettings,
  { id: requestId, consumerUrl }: SamlRequest,
  now: number,
): AssertionFacts {
  const id = attributeOf(assertion, 'ID') ?? '';
  refuseIf(id === '', 'the assertion has no ID');
  refuseIf(textOf(onlyChild(assertion, 'Issuer')) !== settings.entityId, 'the issuer of the assertion is not the entityId');
  refuseIf(
    timeOf(assertion, 'IssueInstant') > now + clockToleranceMs,
    'the assertion was issued in the future: check the clocks',
  );
  refuseIf(childrenOf(assertion, 'AuthnStatement').length === 0, 'the assertion has no authentication statement');
  refuseIf(childrenOf(onlyChild(assertion, 'Conditions'), 'AudienceRestriction').length === 0, 'the assertion has no audience');
  const confirmation = onlyChild(onlyChild(assertion, 'Subject'), 'SubjectConfirmation');
  refuseIf(attributeOf(confirmation, 'Method') !== bearer, 'the assertion has no bearer confirmation');
  const data = onlyChild(confirmation, 'SubjectConfirmationData');
  refuseIf(attributeOf(data, 'Recipient') !== consumerUrl, `the assertion is not for the recipient ${consumerUrl}`);
  refuseIf(attributeOf(data, 'InResponseTo') !== requestId, 'the assertion belongs to another request');
  const until = timeOf(data, 'NotOnOrAfter') + clockToleranceMs;
  refuseIf(until <= now, 'the assertion has expired');
  return { id, until: new Date(until) };
}

/** Returns the identity of the user in a verified assertion. @throws ProviderRefusal without a user name */
export function identityOf(assertion: Element, settings: SamlSettings): ProvidedIdentity {
  const nameId = onlyChild(onlyChild(assertion, 'Subject'), 'NameID');
  const name = textOf(nameId);
  const isLasting = name !== '' && attributeOf(nameId, 'Format') !== transient;
  const attributes = attributesOf(assertion);
  const valuesOf = (wanted: string): readonly string[] => attributes.get(wanted) ?? [];
  const named = settings.usernameAttribute;
  const username = named === '' ? (isLasting ? name : '') : (valuesOf(named)[0] ?? '');
  refuseIf(username === '', named === '' ? 'no stable NameID: set usernameAttribute' : `the assertion has no attribute ${named}`);
  return {
    subject: isLasting ? `${settings.entityId} ${name}` : null,
    username,
    realName: valuesOf(settings.realNameAttribute)[0] ?? '',
    email: valuesOf(settings.emailAttribute)[0] ?? '',
    isEmailVerified: false,
    groups: valuesOf(settings.groupsAttribute).slice(0, maxGroups),
  };
}

/**
 * Returns the values of attributes by name and by friendly name. If a text is the name of one attribute and the friendly name of
 * another, the name takes precedence.
 */
function attributesOf(assertion: Element): Map<string, readonly string[]> {
  const attributes = childrenOf(assertion, 'AttributeStatement').flatMap((statement) => childrenOf(statement, 'Attribute'));
  const valuesBy = (key: string): Map<string, readonly string[]> => {
    const values = new Map<string, readonly string[]>();
    for (const attribute of attributes) {
      const name = attributeOf(attribute, key) ?? '';
      values.set(name, [...(values.get(name) ?? []), ...childrenOf(attribute, 'AttributeValue').map(textOf)]);
    }
    return values;
  };
  return new Map([...valuesBy('FriendlyName'), ...valuesBy('Name')]);
}

function timeOf(element: Element, name: string): number {
  const time = Date.parse(attributeOf(element, name) ?? '');
  refuseIf(Number.isNaN(time), `the assertion has no valid time ${name}`);
  return time;
}

function refuseIf(isWrong: boolean, problem: string): void {
  if (isWrong) throw new ProviderRefusal(problem);
}
