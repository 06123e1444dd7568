import { expect } from 'chai';
import { certificatesIn, hasCertificates } from '../../../domain/access/certificate.js';
import { certificate } from '../support/certificate.js';

const pem = (base64: string): string => `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----`;

describe('A text with certificates', () => {
  it('can contain any number of certificates and other text', () => {
    const one = pem(certificate);
    expect(certificatesIn(`of 2026:\n${one}\nof 2027:\n${one}\n`)).to.deep.equal([one, one]);
    expect(hasCertificates(`of 2026:\n${one}\nof 2027:\n${one}\n`)).to.equal(true);
    expect(certificatesIn('-----BEGIN PRIVATE KEY-----\nMIIC\n-----END PRIVATE KEY-----')).to.deep.equal([]);
  });

  it('may break its lines anywhere', () => {
    expect(hasCertificates(pem(certificate.replace(/.{19}/g, '$&\r\n')))).to.equal(true);
  });

  const others: Readonly<Record<string, string>> = {
    'no PEM': certificate,
    'no base64': pem('===='),
    'base64 of a text': pem('aGVsbG8gd29ybGQh'),
    'the start of a certificate': pem(certificate.slice(0, 400)),
    'a certificate with bytes behind it': pem(`${certificate}AAAA`),
    'a sequence of other values': pem('MAYwADAAAwA='),
    'a length of more bytes than a text can have': pem('MIj//////////w=='),
  };
  for (const [what, text] of Object.entries(others))
    it(`is not a certificate if it is ${what}`, () => {
      expect(hasCertificates(text)).to.equal(false);
      expect(hasCertificates(`${pem(certificate)}\n${text}`)).to.equal(text === certificate);
    });
});
