import { expect } from 'chai';
import type { Repositories } from '../../../application/ports/unit-of-work.js';
import { full, operator, setUp, start } from '../support/administration.js';

describe('Administration.provision and tokens', () => {
  const digest = 'd'.repeat(64);
  const expires = new Date(start.getTime() + 3_600_000);
  const addToken = async ({ unitOfWork, readers }: ReturnType<typeof setUp>) => {
    const user = await readers.users.findByName('operator');
    await unitOfWork.run(({ tokens }: Repositories) => tokens.insert({ digest, userId: user?.id ?? 0, expires }));
  };

  for (const [what, change, survives] of [
    ['keeps them when nothing of the user changes', {}, true],
    ['keeps them when only the profile changes', { realName: 'Somebody' }, true],
    ['revokes them when the password changes', { password: 'another' }, false],
    ['revokes them when the user is disabled', { disabled: true }, false],
  ] as const) {
    it(what, async () => {
      const service = setUp();
      await service.administration.provision(full);
      await addToken(service);
      await service.administration.provision({ users: [{ ...operator, ...change }] });
      expect((await service.readers.tokens.find(digest)) !== undefined).to.equal(survives);
    });
  }

  it('keeps them when the password is only hashed anew because the old hash is outdated', async () => {
    const service = setUp();
    await service.administration.provision(full);
    await addToken(service);
    service.hasher.version = 'v2';
    expect(await service.administration.provision(full)).to.deep.equal(['users[0]']);
    const user = await service.readers.users.findByName('operator');
    expect(await service.readers.users.findPasswordHash(user?.id ?? 0)).to.equal('v2:secret123');
    expect(await service.readers.tokens.find(digest)).to.deep.equal({ digest, userId: user?.id, expires });
  });
});
