import { problemWithUrl, type UrlProblem, type WebhookSettings } from '../../../domain/changes/webhook.js';

const words: Readonly<Record<UrlProblem, string>> = {
  malformed: 'must be an https URL without a fragment',
  namesUser: 'must not contain a user name or password',
  insecure: 'must begin with https://, unless privateTargets in settings.webhooks is true',
};

/** The problem of a receiver's URL, as the end of a sentence; undefined for a valid URL. */
export function urlProblemText(url: string, settings: Pick<WebhookSettings, 'privateTargets'>): string | undefined {
  const problem = problemWithUrl(url, settings);
  return problem && words[problem];
}
