import { expect } from 'chai';
import { isMailAddress } from '../../../domain/notifications/mail-settings.js';
import { isSubscribed, problemWithTopics } from '../../../domain/notifications/subscription.js';

describe('Topics of notifications', () => {
  it('are a topic, or a topic of networks with a section', () => {
    for (const text of ['request', 'threshold:3', 'key', 'backup', 'hold:2147483647'])
      expect(problemWithTopics([text]), text).to.equal(undefined);
    for (const text of [
      '',
      'Threshold',
      'threshold:',
      'threshold:0',
      'threshold:-1',
      'threshold:1:2',
      'key:3',
      'other',
      'hold:9999999999',
    ])
      expect(problemWithTopics([text]), text).to.match(/^must be topics/);
    expect(problemWithTopics(Array.from({ length: 501 }, (_, id) => `hold:${id + 1}`))).to.equal(
      'must not contain more than 500 topics',
    );
  });

  it('concern their section, or every section', () => {
    expect(isSubscribed(['threshold'], 'threshold', 7)).to.equal(true);
    expect(isSubscribed(['threshold:3', 'threshold:7'], 'threshold', 7)).to.equal(true);
    expect(isSubscribed(['threshold:3'], 'threshold', 7)).to.equal(false);
    expect(isSubscribed(['threshold:3'], 'threshold', null)).to.equal(false);
    expect(isSubscribed(['forecast'], 'threshold', 7)).to.equal(false);
  });
});

describe('Mail addresses', () => {
  it('are single addresses without characters that are special in a header', () => {
    for (const text of ['a@b', 'first.last+tag@mail.example.org', "o'hara@x-y.example"])
      expect(isMailAddress(text), text).to.equal(true);
    const others = [
      '',
      'a',
      '@b',
      'a@',
      'a@b@c',
      'a b@c',
      'a@b,c@d',
      'A <a@b>',
      'a@b\r\nBcc: c@d',
      'a@b\n',
      'a@-b',
      'a@b.',
      'é@b',
    ];
    for (const text of others) expect(isMailAddress(text), JSON.stringify(text)).to.equal(false);
    expect(isMailAddress(`a@${'b'.repeat(254)}`)).to.equal(false);
  });
});
