import { parentPort } from 'node:worker_threads';
import { rootOf } from './assertion.js';
import { reasonOf, samlFor } from './saml-library.js';
import type { UnverifiedAnswer, VerificationOutcome } from './verification-worker.js';

async function outcomeOf({ settings, text, request }: UnverifiedAnswer): Promise<VerificationOutcome> {
  try {
    const { profile } = await samlFor(settings, request).validatePostResponseAsync({
      SAMLResponse: Buffer.from(text, 'utf8').toString('base64'),
    });
    return { assertion: rootOf(profile?.getAssertion?.(), 'Assertion') };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

parentPort?.on(
  'message',
  (answer: UnverifiedAnswer) => void outcomeOf(answer).then((outcome) => parentPort?.postMessage(outcome)),
);
