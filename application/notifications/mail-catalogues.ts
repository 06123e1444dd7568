import type { NoticeEvent } from '../../domain/notifications/notice.js';
import type { MailLanguage, Topic } from '../../domain/notifications/subscription.js';

/** Texts of mails. `{name}` is replaced by a value. A part in brackets is omitted if its value is empty. */
interface MailCatalogue {
  readonly several: string;
  readonly further: string;
  readonly footer: string;
  readonly settings: string;
  readonly test: string;
  readonly topics: Readonly<Record<Topic, string>>;
  readonly events: Readonly<Record<NoticeEvent, string>>;
}

export const mailCatalogues: Readonly<Record<MailLanguage, MailCatalogue>> = {
  en: {
    several: '{count} notifications',
    further: '{count} further notifications are not listed.',
    footer: 'Hexipam sent this mail because of your notification settings.',
    settings: 'Change them in your account.',
    test: 'Test of the mail settings',
    topics: {
      request: 'Requests',
      answer: 'Your requests',
      threshold: 'Utilization',
      forecast: 'Forecasts',
      discovery: 'Discovered addresses',
      hold: 'Expiring holds',
      key: 'Expiring keys',
      backup: 'Backups',
    },
    events: {
      requestMade: 'Request {request}: {requester} requests space in {network}[: {space}][ - {comment}]',
      requestAccepted: 'Your request {request} in {network} was accepted by {by}[: {results}][ - {reason}]',
      requestRefused: 'Your request {request} in {network} was refused by {by}[: {reason}]',
      requestExpired: 'Your request {request} in {network} expired',
      requestWithdrawn: 'Your request {request} in {network} was withdrawn by {by}[: {reason}]',
      thresholdRisen: '{network}: {percent} % used, the threshold is {threshold} %',
      thresholdFallen: '{network}: {percent} % used, below the threshold of {threshold} % again',
      fullSoon: '{network} is full in {days} days ({on}) if it grows as before',
      discovered: 'A scan discovered {ip}[ ({hostname})] in {network}, which was not registered',
      holdEnds: 'The hold of {held} in {network} expires at {until} UTC',
      keyEnds: 'The key {name} of {owner} expires at {expires} UTC',
      backupFailed: 'A scheduled backup failed: {problem}',
      backupLate: 'The last scheduled backup was made at {last} UTC',
    },
  },
  de: {
    several: '{count} Benachrichtigungen',
    further: '{count} weitere Benachrichtigungen sind nicht aufgeführt.',
    footer: 'Hexipam hat diese E-Mail aufgrund Ihrer Einstellungen für Benachrichtigungen gesendet.',
    settings: 'Sie können sie in Ihrem Konto ändern.',
    test: 'Test der E-Mail-Einstellungen',
    topics: {
      request: 'Anträge',
      answer: 'Ihre Anträge',
      threshold: 'Belegung',
      forecast: 'Prognosen',
      discovery: 'Gefundene Adressen',
      hold: 'Ablaufende Vormerkungen',
      key: 'Ablaufende Schlüssel',
      backup: 'Sicherungen',
    },
    events: {
      requestMade: 'Antrag {request}: {requester} beantragt Platz in {network}[: {space}][ - {comment}]',
      requestAccepted: 'Ihr Antrag {request} in {network} wurde von {by} angenommen[: {results}][ - {reason}]',
      requestRefused: 'Ihr Antrag {request} in {network} wurde von {by} abgelehnt[: {reason}]',
      requestExpired: 'Ihr Antrag {request} in {network} ist abgelaufen',
      requestWithdrawn: 'Ihr Antrag {request} in {network} wurde von {by} zurückgezogen[: {reason}]',
      thresholdRisen: '{network}: {percent} % belegt, die Schwelle ist {threshold} %',
      thresholdFallen: '{network}: {percent} % belegt, wieder unter der Schwelle von {threshold} %',
      fullSoon: '{network} ist in {days} Tagen voll ({on}), wenn es wie bisher wächst',
      discovered: 'Ein Scan hat {ip}[ ({hostname})] in {network} gefunden, die Adresse war nicht eingetragen',
      holdEnds: 'Die Vormerkung von {held} in {network} läuft um {until} UTC ab',
      keyEnds: 'Der Schlüssel {name} von {owner} läuft um {expires} UTC ab',
      backupFailed: 'Eine geplante Sicherung ist fehlgeschlagen: {problem}',
      backupLate: 'Die letzte geplante Sicherung ist von {last} UTC',
    },
  },
};
