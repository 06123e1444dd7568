import type { IncomingMessage, ServerResponse } from 'node:http';
import { clientNetworkOf } from '../../../domain/identity/client-network.js';
import { RequestError } from '../request/request-error.js';
import { onExchangeEnd } from './on-exchange-end.js';

/** The part of all requests under way that may be those of one client whose bodies are still coming. */
const shareOfOneClient = 1 / 4;

/** The bodies that are being waited for, by client: who sends slowly keeps a part of the places only. */
export class BodiesUnderWay {
  readonly #max: number;
  readonly #byClient = new Map<string, number>();

  constructor(maxRequests: number) {
    this.#max = Math.max(Math.floor(maxRequests * shareOfOneClient), 1);
  }

  /** Counts a request until its body is there, or nobody wants it any more. @throws RequestError request.tooMany */
  begin(clientAddress: string, request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    const client = clientNetworkOf(clientAddress);
    const count = this.#byClient.get(client) ?? 0;
    if (count >= this.#max) throw new RequestError('request.tooMany');
    this.#byClient.set(client, count + 1);
    let isOpen = true;
    const end = (): void => {
      if (isOpen) this.#end(client);
      isOpen = false;
    };
    request.once('end', end);
    onExchangeEnd(request, response, end);
  }

  #end(client: string): void {
    const count = (this.#byClient.get(client) ?? 0) - 1;
    if (count > 0) this.#byClient.set(client, count);
    else this.#byClient.delete(client);
  }
}
