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
    ['retains the tokens when nothing of the user changes', {}, true],
    ['retains the tokens when only the profile changes', { realName: 'Somebody' }, true],
    ['revokes the tokens when the password changes', { password: 'another' }, false],
    ['revokes the tokens when the user is disabled', { disabled: true }, false],
  ] as const) {
    it(what, async () => {
      const service = setUp();
      await service.administration.provision(full);
      await addToken(service);
      await service.administration.provision({ users: [{ ...operator, ...change }] });
      expect((await service.readers.tokens.find(digest)) !== undefined).to.equal(survives);
    });
  }

  it('retains the tokens when it only replaces an outdated hash of the same password', async () => {
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
