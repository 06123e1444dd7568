import { createHmac } from 'node:crypto';
import { headersOf, type Sign } from '../../application/changes/webhooks/delivery.js';
import { urlProblemText } from '../../application/changes/webhooks/url-problem.js';
import { type HttpClient, HttpFailure } from '../../application/ports/http-client.js';
import { WebhookFailure, type WebhookSender } from '../../application/ports/webhooks.js';
import { isPublicAddressText } from '../../domain/net/public-address.js';

const defaultTimeoutMs = 10_000;

/** Maximum number of bytes read from a response. The content is ignored. */
const maxAnswer = 4096;

const notPublic = 'the address of the receiver is not public: only settings.webhooks.privateTargets allows it';

/** Sends webhooks with a connection each. Only public addresses are permitted, unless the shipment allows others. */
export const httpWebhookSender = (client: HttpClient, timeoutMs = defaultTimeoutMs): WebhookSender => ({
  async send(shipment, stop) {
    const problem = urlProblemText(shipment.url, shipment);
    if (problem !== undefined) throw new WebhookFailure(`the URL ${problem}`);
    try {
      const response = await client.send({
        method: 'POST',
        url: new URL(shipment.url),
        headers: { 'Content-Type': shipment.contentType, ...headersOf(shipment, sign) },
        body: shipment.body,
        timeoutMs,
        ...(stop ? { stop } : {}),
        mayConnect: (address) => shipment.privateTargets || isPublicAddressText(address),
      });
      await response.text(maxAnswer);
      return response.status;
    } catch (error) {
      throw new WebhookFailure(reasonOf(error, timeoutMs));
    }
  },
});

/** Returns the reason of a failure without the address and the URL. */
function reasonOf(error: unknown, timeoutMs: number): string {
  const { reason, code, message } = error instanceof HttpFailure ? error : new HttpFailure('connection', '');
  if (reason === 'forbiddenAddress') return notPublic;
  if (reason === 'timeout') return `no answer arrived within ${timeoutMs / 1000} s`;
  if (reason !== 'connection') return message;
  return code === '' ? 'the connection failed' : `the connection failed (${code})`;
}

const sign: Sign = (secret, text) => createHmac('sha256', secret).update(text).digest('hex');
