import { Counter, type Registry } from 'prom-client';
import type { MailFailureScope } from '../../application/ports/mailer.js';
import type { Observer } from '../../application/ports/observer.js';

const scopes: readonly MailFailureScope[] = ['refused', 'deferred', 'all'];

export function mailMetrics(registry: Registry): Observer {
  const sent = new Counter({
    name: 'hexipam_mails_sent_total',
    help: 'Mails with notifications that the mail server has accepted',
    registers: [registry],
  });
  const failed = new Counter({
    name: 'hexipam_mail_failures_total',
    help: 'Attempts to send a mail with notifications that failed',
    labelNames: ['scope'],
    registers: [registry],
  });
  for (const scope of scopes) failed.inc({ scope }, 0);
  return {
    mailSent: () => sent.inc(),
    mailFailed: (scope) => failed.inc({ scope }),
  };
}
