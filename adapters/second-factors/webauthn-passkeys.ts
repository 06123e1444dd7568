import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type {
  NewPasskey,
  PasskeyOptions,
  PasskeyResponse,
  Passkeys,
  PasskeyUser,
  RelyingParty,
} from '../../application/ports/second-factors.js';
import type { PasskeyFactor } from '../../domain/access/second-factor.js';

const serverName = 'Hexipam';
/** Milliseconds until the browser's prompt expires. */
const timeout = 300_000;

export class WebauthnPasskeys implements Passkeys {
  async challengeIn({ response }: PasskeyResponse): Promise<string | undefined> {
    const { clientDataJSON } = membersOf(response);
    if (typeof clientDataJSON !== 'string') return undefined;
    try {
      const { challenge } = membersOf(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
      return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url').toString('utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  async creation(
    { id }: RelyingParty,
    user: PasskeyUser,
    known: readonly PasskeyFactor[],
    challenge: string,
  ): Promise<PasskeyOptions> {
    const options = await generateRegistrationOptions({
      ...{ rpName: serverName, rpID: id, timeout, challenge },
      userName: user.username,
      userID: new Uint8Array(Buffer.from(`hexipam user ${user.id}`)),
      userDisplayName: user.realName || user.username,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    return { ...options };
  }

  async verifyCreation(
    { id, origin }: RelyingParty,
    answer: PasskeyResponse,
    challenge: string,
  ): Promise<NewPasskey | undefined> {
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: registrationIn(answer),
        expectedChallenge: encoded(challenge),
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
      });
      if (!verified) return undefined;
      const { credential } = registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: knownTransports(credential.transports),
      };
    } catch {
      return undefined; // the library throws for invalid responses
    }
  }

  async request({ id }: RelyingParty, known: readonly PasskeyFactor[], challenge: string): Promise<PasskeyOptions> {
    const options = await generateAuthenticationOptions({
      ...{ rpID: id, timeout, challenge },
      allowCredentials: known.map(descriptorOf),
      userVerification: known.length === 0 ? 'required' : 'preferred',
    });
    return { ...options };
  }

  async verifyRequest(
    { id, origin }: RelyingParty,
    { credentialId, publicKey, counter }: PasskeyFactor,
    answer: PasskeyResponse,
    { challenge, isAlone }: { readonly challenge: string; readonly isAlone: boolean },
  ): Promise<number | undefined> {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: authenticationIn(answer),
        expectedChallenge: encoded(challenge),
        expectedOrigin: origin,
        expectedRPID: id,
        credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
        requireUserVerification: isAlone,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined; // the library throws for invalid responses
    }
  }
}

const encoded = (challenge: string): string => Buffer.from(challenge, 'utf8').toString('base64url');

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...Object(value) });

/** Returns a text member of a response; empty if absent, which the library rejects. */
const textIn = (value: unknown, name: string): string => {
  const text = membersOf(value)[name];
  return typeof text === 'string' ? text : '';
};

const credentialIn = (answer: PasskeyResponse) => ({
  ...{ id: textIn(answer, 'id'), rawId: textIn(answer, 'rawId') },
  ...({ type: 'public-key', clientExtensionResults: {} } as const),
});

function registrationIn(answer: PasskeyResponse): RegistrationResponseJSON {
  const { response } = answer;
  const { transports } = membersOf(response);
  return {
    ...credentialIn(answer),
    response: {
      clientDataJSON: textIn(response, 'clientDataJSON'),
      attestationObject: textIn(response, 'attestationObject'),
      ...(Array.isArray(transports) ? { transports: knownTransports(transports.map(String)) } : {}),
    },
  };
}

function authenticationIn(answer: PasskeyResponse): AuthenticationResponseJSON {
  const { response } = answer;
  return {
    ...credentialIn(answer),
    response: {
      clientDataJSON: textIn(response, 'clientDataJSON'),
      authenticatorData: textIn(response, 'authenticatorData'),
      signature: textIn(response, 'signature'),
    },
  };
}

const transportWords: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const isTransport = (word: string): word is AuthenticatorTransport => transportWords.includes(word);

const knownTransports = (words: readonly string[] = []): AuthenticatorTransport[] => words.filter(isTransport);

const descriptorOf = ({ credentialId, transports }: PasskeyFactor) => ({
  id: credentialId,
  transports: knownTransports(transports),
});
