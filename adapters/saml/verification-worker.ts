import { Worker } from 'node:worker_threads';
import { FairSemaphore } from '../../application/fair-semaphore.js';
import { ProviderRefusal, ProviderUnavailable, type SamlRequest } from '../../application/ports/sign-in-providers.js';
import type { SamlSettings } from '../../domain/access/sign-in-provider.js';
import type { Element } from './assertion.js';

/** An answer whose text is within the bounds. */
export interface UnverifiedAnswer {
  readonly settings: SamlSettings;
  /** XML */
  readonly text: string;
  readonly request: SamlRequest;
}

/** The verified assertion, or the reason why the library rejects the answer. */
export type VerificationOutcome = { readonly assertion: Element } | { readonly problem: string };

/** Timeout of a verification in milliseconds; the first one loads the library. */
const verificationTimeoutMs = 5000;
/** Maximum number of answers in verification or waiting: for all clients together, and for each client network. */
const maxAnswers = { total: 64, perKey: 8 };
/** The output of the thread is dropped: the library warns of malformed XML there, and the warnings contain text of the client. */
const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 }, stdout: true, stderr: true };

/**
 * Verifies signature, audience and conditions of answers in a thread, so that canonicalization and public-key operations of a
 * forged answer delay no other request. The thread verifies one answer at a time, and client networks take turns. It starts with
 * the first answer, and does not keep the process alive.
 */
export class VerificationWorker {
  readonly #slots = new FairSemaphore({ total: 1 });
  readonly #admission = new FairSemaphore(maxAnswers);
  #thread: Worker | undefined;

  /** @throws ProviderRefusal with the reason of the library; ProviderUnavailable when too many answers wait */
  async verifiedAssertion(answer: UnverifiedAnswer): Promise<Element> {
    const { client = '' } = answer.request;
    const release = this.#admission.tryAcquire(client);
    if (!release) throw new ProviderUnavailable('too many answers wait for verification');
    try {
      const outcome = await this.#slots.run(client, () => this.#exchange(answer));
      if ('problem' in outcome) throw new ProviderRefusal(outcome.problem);
      return outcome.assertion;
    } finally {
      release();
    }
  }

  /** Passes an answer to the thread. After a failure, the next answer gets a new thread. */
  #exchange(answer: UnverifiedAnswer): Promise<VerificationOutcome> {
    const thread = this.#started();
    const ended = new AbortController();
    return new Promise<VerificationOutcome>((resolve, reject) => {
      const fail = (problem: string): void => {
        if (this.#thread === thread) this.#thread = undefined;
        void thread.terminate();
        reject(new ProviderUnavailable(problem));
      };
      const timer = setTimeout(() => fail('the verification of an answer took too long'), verificationTimeoutMs);
      const failed = (): void => fail('the verification of an answer failed');
      thread.once('message', resolve).once('exit', failed);
      ended.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        thread.off('message', resolve).off('exit', failed);
      });
      thread.postMessage(answer);
    }).finally(() => {
      ended.abort();
      thread.unref();
    });
  }

  #started(): Worker {
    this.#thread ??= this.#start();
    this.#thread.ref();
    return this.#thread;
  }

  #start(): Worker {
    const thread = new Worker(new URL('./verification-thread.js', import.meta.url), options);
    thread.on('error', () => {}); // an exit follows
    thread.stdout.resume();
    thread.stderr.resume();
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    return thread;
  }
}
