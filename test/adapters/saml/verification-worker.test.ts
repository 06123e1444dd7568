import { expect } from 'chai';
import { VerificationWorker } from '../../../adapters/saml/verification-worker.js';
import { ProviderRefusal, ProviderUnavailable } from '../../../application/ports/sign-in-providers.js';
import type { SamlSettings } from '../../../domain/access/sign-in-provider.js';
import { makeKey } from '../../support/saml/saml-provider.js';

describe('The thread that verifies SAML answers', () => {
  const settings: SamlSettings = {
    ...{ entityId: 'https://login.example/saml', signInUrl: 'https://login.example/sso', audience: 'https://ipam.example.org' },
    ...{ certificates: makeKey().certificate, signingKey: '', signingCertificate: '', usernameAttribute: '' },
    ...{ realNameAttribute: 'displayName', emailAttribute: 'email', groupsAttribute: 'groups' },
  };
  const answer = (text: string, client = '192.0.2.0') => ({
    ...{ settings, text },
    request: { id: '_1', consumerUrl: 'https://ipam.example.org/', client },
  });
  const failureOf = (outcome: Promise<unknown>): Promise<unknown> =>
    outcome.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('returns the reason of the library, for one answer after another', async () => {
    const worker = new VerificationWorker();
    const failures = await Promise.all(['<a/>', '<a', '<a/>'].map((text) => failureOf(worker.verifiedAssertion(answer(text)))));
    for (const failure of failures) expect(failure).to.be.instanceOf(ProviderRefusal);
  });

  it('writes no warnings of the library to standard error, since they contain client text', async () => {
    const written: string[] = [];
    const write = process.stderr.write;
    process.stderr.write = (text: string | Uint8Array): boolean => written.push(String(text)) > 0;
    try {
      await failureOf(new VerificationWorker().verifiedAssertion(answer('<a b="1"c="2">mallory</a>')));
    } finally {
      process.stderr.write = write;
    }
    expect(written.join('')).to.equal('');
  });

  it('refuses the 65th waiting answer', async () => {
    const worker = new VerificationWorker();
    const all = Array.from({ length: 65 }, (_, number) =>
      failureOf(worker.verifiedAssertion(answer('<a/>', `client ${number % 9}`))),
    );
    const failures = await Promise.all(all);
    expect(failures.filter((failure) => failure instanceof ProviderUnavailable)).to.have.length(1);
    expect(failures.at(-1)).to.be.instanceOf(ProviderUnavailable);
  });

  it('refuses the ninth waiting answer of a client network, and serves another network in between', async () => {
    const worker = new VerificationWorker();
    const ended: string[] = [];
    const verify = (client: string): Promise<unknown> =>
      failureOf(worker.verifiedAssertion(answer('<a/>', client))).then((failure) => {
        ended.push(client);
        return failure;
      });
    const failures = await Promise.all([...Array.from({ length: 9 }, () => verify('many')), verify('other')]);
    expect(failures.map((failure) => failure instanceof ProviderUnavailable)).to.deep.equal([
      ...Array.from({ length: 8 }, () => false),
      ...[true, false],
    ]);
    expect(ended.indexOf('other')).to.be.lessThan(5);
  });
});
