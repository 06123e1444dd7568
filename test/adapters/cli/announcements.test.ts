import { expect } from 'chai';
import { type Announcement, announce } from '../../../adapters/cli/announcements.js';

const credentials = { username: 'Admin', password: 'geheim', appId: 'default' };
const generated = { credentials, isGenerated: true };
const chosen = { credentials, isGenerated: false };
const program = { version: '1.2.3', passwordVariable: 'HEXIPAM_ADMIN_PASSWORD' };
const url = 'http://127.0.0.1:8080';

function printed(json: boolean, ...announcements: Announcement[]): string {
  let text = '';
  const print = announce(
    (each) => {
      text += each;
    },
    json,
    program,
  );
  announcements.forEach(print);
  return text;
}

describe('The output of a service at its start', () => {
  it('is text for people', () => {
    const text = printed(
      false,
      { event: 'firstStart', firstStart: generated },
      { event: 'workers', count: 1 },
      { event: 'listening', url },
      { event: 'firstSteps', firstStart: generated, url },
    );
    expect(text).to.match(/^This is the first start: .*geheim.*\n1 worker serves\nHexipam \S+ listens on http:.*\n\nPaste/);
  });

  it('is a line of JSON for each event for programs, without lines to paste', () => {
    const text = printed(
      true,
      { event: 'warning', problem: 'sync is off' },
      { event: 'firstStart', firstStart: generated },
      { event: 'listening', url },
      { event: 'firstSteps', firstStart: generated, url },
    );
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).to.deep.equal([
      { event: 'warning', told: 'warning', problem: 'sync is off' },
      { event: 'firstStart', told: 'firstStart', username: 'Admin', app: 'default', password: 'geheim' },
      { event: 'listening', told: 'listening', url },
    ]);
  });

  it('never contains a password that the operator chose', () => {
    for (const json of [false, true])
      expect(
        printed(json, { event: 'firstStart', firstStart: chosen }, { event: 'firstSteps', firstStart: chosen, url }),
      ).not.to.contain('geheim');
  });
});
