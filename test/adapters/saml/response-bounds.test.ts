import { expect } from 'chai';
import { destinationWithinBounds } from '../../../adapters/saml/response-text.js';
import { ProviderRefusal } from '../../../application/ports/sign-in-providers.js';

const names = 'xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion"';
const response = (content: string, attributes = ''): string => `<p:Response ${names} ${attributes}>${content}</p:Response>`;
const repeated = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const problemWith = (text: string): string => {
  try {
    destinationWithinBounds(text);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(ProviderRefusal);
    return String(Object(error).message);
  }
};

describe('The bounds of a SAML answer before its verification', () => {
  it('allow 1,000 groups, each with its own namespace declarations as from Okta', () => {
    const declared = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const groups = repeated(1000, (i) => `<a:AttributeValue ${declared} xsi:type="xs:string">group ${i}</a:AttributeValue>`);
    expect(problemWith(response(`<a:Attribute Name="groups">${groups}</a:Attribute>`))).to.equal('');
  });

  it('return the destination of the root element, with decoded character references', () => {
    expect(destinationWithinBounds(response('<p:Status Destination="no"/>', "Destination='https://a/?b&amp;c'"))).to.equal(
      'https://a/?b&c',
    );
    expect(destinationWithinBounds(response('<p:Status Destination="no"/>'))).to.equal(undefined);
  });

  const signed = (inner: string): string => response(`<d:Signature xmlns:d="urn:d">${inner}</d:Signature>`);
  const refused: readonly (readonly [what: string, text: string, problem: RegExp])[] = [
    ['1,101 elements', response('<a/>'.repeat(1100)), /more than 1100 elements/],
    ['65 levels of elements', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, /more than 64 levels/],
    [
      '65 attributes of an element',
      response(`<a ${repeated(65, (i) => ` x${i}=""`)}/>`),
      /more than 64 attributes of an element/,
    ],
    ['3,501 attributes', response(repeated(60, () => `<a ${repeated(60, (i) => ` x${i}=""`)}/>`)), /more than 3500 attributes/],
    ['65 namespaces', response(repeated(63, (i) => `<a xmlns:n${i}="urn:n"/>`)), /more than 64 namespaces/],
    ['65 namespaces of one prefix', response(repeated(63, (i) => `<a xmlns="urn:${i}"/>`)), /more than 64 namespaces/],
    ['a long namespace', response(`<a xmlns="${'u'.repeat(257)}"/>`), /more than 256 characters in a namespace/],
    ['a long list of prefixes', signed(`<a PrefixList="${'n '.repeat(200)}"/>`), /list of prefixes/],
    ['three signatures', response('<a:Signature/>'.repeat(3)), /more than 2 Signature elements/],
    ['three references', signed('<d:Reference/>'.repeat(3)), /more than 2 Reference elements/],
    ['five transforms', signed('<d:Transform/>'.repeat(5)), /more than 4 Transform elements/],
    ['three elements SignedInfo', signed('<SignedInfo/>'.repeat(3)), /more than 2 SignedInfo elements/],
    ['an ID of two elements', response('<a ID="_1"/><a ID="_1"/>'), /have the same ID/],
    ['an element without an end', '<a>', /not well-formed XML/],
    ['attributes without quotation marks', '<a b=c/>', /not well-formed XML/],
    ['an unknown entity', '<a>&who;</a>', /not well-formed XML/],
  ];
  for (const [what, text, problem] of refused)
    it(`refuse ${what}`, () => {
      expect(problemWith(text)).to.match(problem);
    });
});
