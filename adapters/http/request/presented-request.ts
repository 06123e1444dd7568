import type { IncomingMessage } from 'node:http';
import type { PeerCertificate } from 'node:tls';
import type { ClientCertificate, OpenedRequest, PresentedRequest } from '../../../application/ports/authentication.js';
import type { Client } from '../server/client.js';

/** What a request has for the strategies that prove who sends it. @param isUse whether what proves it is being used */
export function presentedRequest(
  request: IncomingMessage,
  { address, encrypted }: Client,
  opened: OpenedRequest | undefined,
  isUse: boolean,
): PresentedRequest {
  const { method = '', headers, socket } = request;
  const tls = { encrypted, clientCertificate: () => clientCertificateOf(socket) };
  return { method, headers, clientAddress: address, tls, opened, isUse, isGone: () => socket.destroyed };
}

/** A connection has certificates where it is one of TLS; one that the server does not trust counts as none. */
function clientCertificateOf(socket: object): ClientCertificate | undefined {
  if (!('authorized' in socket && socket.authorized === true && 'getPeerCertificate' in socket)) return undefined;
  const { getPeerCertificate } = socket;
  if (typeof getPeerCertificate !== 'function') return undefined;
  const certificate: Partial<PeerCertificate> | null = getPeerCertificate.call(socket);
  if (!certificate?.raw || !certificate.fingerprint256) return undefined;
  const { raw, fingerprint256, subject, subjectaltname: subjectAltName = '' } = certificate;
  return { raw, fingerprint256, subject: { ...subject }, subjectAltName };
}
