import { inOneLine, type MailSettings } from '../../domain/notifications/mail-settings.js';
import { digestOf, type Notice, type NoticeEvent, topicOf } from '../../domain/notifications/notice.js';
import { type MailLanguage, type Topic, topics } from '../../domain/notifications/subscription.js';
import type { Mail } from '../ports/mailer.js';
import { mailCatalogues } from './mail-catalogues.js';

interface MailHead {
  /** Unique id of the mail. The Message-ID is derived from it. */
  readonly id: string;
  readonly to: string;
  readonly language: MailLanguage;
}

interface MailContents extends MailHead {
  readonly notices: readonly Notice[];
  readonly further: number;
}

type MailOptions = Pick<MailSettings, 'sender' | 'consoleUrl'>;

type Paragraph = { readonly heading: string } | { readonly line: string; readonly url: string | undefined };

const maxSubject = 150;

export function writeMail(contents: MailContents, options: MailOptions): Mail {
  const { language, notices } = contents;
  const digest = digestOf(notices);
  const { listed } = digest;
  const further = digest.further + contents.further;
  const words = mailCatalogues[language];
  const [only] = listed;
  const subject =
    only && listed.length + further === 1
      ? lineOf(only, language)
      : words.several.replace('{count}', `${listed.length + further}`);
  const paragraphs = [
    ...topics.flatMap((topic) => ofTopic(topic, listed, language, options)),
    ...(further > 0 ? [{ line: words.further.replace('{count}', `${further}`), url: undefined }] : []),
  ];
  return mailOf(contents, subject, paragraphs, options);
}

export function writeTestMail(head: MailHead, options: MailOptions): Mail {
  const { test } = mailCatalogues[head.language];
  return mailOf(head, test, [{ line: test, url: undefined }], options);
}

function mailOf({ id, to, language }: MailHead, subject: string, paragraphs: readonly Paragraph[], options: MailOptions): Mail {
  const { sender, consoleUrl } = options;
  const { footer, settings } = mailCatalogues[language];
  const base = baseOf(consoleUrl);
  const accountUrl = base === undefined ? undefined : `${base}account`;
  const foot = { line: accountUrl ? `${footer} ${settings}` : footer, url: accountUrl };
  return {
    messageId: `${id}@${sender.split('@')[1] ?? 'hexipam'}`,
    to,
    language,
    subject: `[Hexipam] ${[...inOneLine(subject)].slice(0, maxSubject).join('')}`,
    text: plainText([...paragraphs, foot]),
    html: htmlText([...paragraphs, foot], language),
  };
}

function ofTopic(topic: Topic, notices: readonly Notice[], language: MailLanguage, options: MailOptions): Paragraph[] {
  const topicNotices = notices.filter((notice) => topicOf(notice) === topic);
  if (topicNotices.length === 0) return [];
  const lines = topicNotices.map((notice) => ({
    line: `${notice.at.slice(0, 16)} UTC  ${lineOf(notice, language)}`,
    url: urlOf(notice, options),
  }));
  return [{ heading: mailCatalogues[language].topics[topic] }, ...lines];
}

function lineOf({ event, facts }: Notice, language: MailLanguage): string {
  const value = (name: string): string => inOneLine(String(facts[name] ?? ''));
  const template: string = mailCatalogues[language].events[event];
  return template.replace(
    /\[([^[\]{}]*)\{(\w+)\}([^[\]{}]*)\]|\{(\w+)\}/g,
    (_, before: string, optional: string | undefined, after: string, name: string) => {
      if (optional === undefined) return value(name);
      return value(optional) === '' ? '' : before + value(optional) + after;
    },
  );
}

const baseOf = (consoleUrl: string): string | undefined => (consoleUrl === '' ? undefined : consoleUrl.replace(/\/?$/, '/'));

const pageOf: Readonly<Partial<Record<NoticeEvent, string>>> = {
  requestMade: 'requests',
  requestAccepted: 'requests',
  requestRefused: 'requests',
  requestExpired: 'requests',
  requestWithdrawn: 'requests',
  keyEnds: 'account',
};

function urlOf({ event, subnetId }: Notice, { consoleUrl }: MailOptions): string | undefined {
  const base = baseOf(consoleUrl);
  const page = pageOf[event] ?? (subnetId === null ? undefined : `subnets/${subnetId}`);
  return base === undefined || page === undefined ? undefined : base + page;
}

const plainText = (paragraphs: readonly Paragraph[]): string =>
  `${paragraphs
    .map((paragraph) =>
      'heading' in paragraph ? `\n${paragraph.heading}` : [paragraph.line, paragraph.url].filter(Boolean).join('\n  '),
    )
    .join('\n')
    .trim()}\n`;

const htmlText = (paragraphs: readonly Paragraph[], language: MailLanguage): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body>`,
    ...paragraphs.map((paragraph) => {
      if ('heading' in paragraph) return `<h2>${escaped(paragraph.heading)}</h2>`;
      const { line, url } = paragraph;
      return url === undefined ? `<p>${escaped(line)}</p>` : `<p><a href="${escaped(url)}">${escaped(line)}</a></p>`;
    }),
    '</body></html>',
  ].join('\n');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
