import { problemWithUrl, type UrlProblem, type WebhookSettings } from '../../../domain/changes/webhook.js';

const words: Readonly<Record<UrlProblem, string>> = {
  malformed: 'must be a URL of https without a fragment',
  namesUser: 'must not contain a user name or password',
  insecure: 'must be one of https, unless settings.webhooks allow privateTargets',
};

/** The problem of a receiver's URL, as the end of a sentence; undefined for a valid URL. */
export function urlProblemText(url: string, settings: Pick<WebhookSettings, 'privateTargets'>): string | undefined {
  const problem = problemWithUrl(url, settings);
  return problem && words[problem];
}
