import { urlProblemText } from '../../../application/changes/webhooks/delivery.js';
import { type Shipment, WebhookFailure, type WebhookSender } from '../../../application/ports/webhooks.js';
import { IpAddress } from '../../../domain/net/ip-address.js';
import { isPublicAddress } from '../../../domain/net/public-address.js';

/** Fake webhook receivers without a network. Host names have public addresses. */
export class FakeReceivers implements WebhookSender {
  /** The received deliveries, in order. */
  readonly shipments: Shipment[] = [];
  /** The answer: a status, or the reason of a failure. */
  answer: (shipment: Shipment) => number | string | Promise<number | string> = () => 204;

  async send(shipment: Shipment, stop?: AbortSignal): Promise<number> {
    const { url, privateTargets } = shipment;
    const problem = urlProblemText(url, shipment);
    if (problem !== undefined) throw new WebhookFailure(`the URL ${problem}`);
    const address = IpAddress.read(new URL(url).hostname.replace(/^\[|\]$/g, ''));
    if (address && !privateTargets && !isPublicAddress(address)) throw new WebhookFailure('the address is not public');
    this.shipments.push(shipment);
    const answer = await Promise.race([this.answer(shipment), whenStopped(stop)]);
    if (typeof answer === 'string') throw new WebhookFailure(answer);
    return answer;
  }
}

/** Resolves with `stopped` after an abort. */
const whenStopped = (stop: AbortSignal | undefined): Promise<string> =>
  new Promise((resolve) => {
    if (stop?.aborted) resolve('stopped');
    stop?.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
