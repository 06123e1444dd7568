import { expect } from 'chai';
import { collect } from '../../support/collect.js';
import { newFolder, newSection, uniqueWord } from '../support/builders.js';
import { describeContract } from '../support/contract.js';
import { expectError } from '../support/expect-error.js';

describeContract('Sections', (storage) => {
  const insert = (values: Parameters<typeof newSection>[0] = {}): Promise<number> =>
    storage.write(({ sections }) => sections.insert(newSection(values)));

  it('are found by id, and not when there is none', async () => {
    const id = await insert({ description: 'found' });
    expect(await storage.readers.sections.find(id)).to.include({ id, description: 'found' });
    expect(await storage.readers.sections.find(987654321)).to.equal(undefined);
  });

  it('are found by name, ignoring case, also beyond ASCII', async () => {
    const word = uniqueWord();
    const id = await insert({ name: `Ärzte ${word} ΣΟΦΊΑ Ÿ` });
    for (const name of [`Ärzte ${word} ΣΟΦΊΑ Ÿ`, `ärzte ${word.toUpperCase()} σοφία ÿ`, `ÄRZTE ${word} ΣΟΦΊΑ Ÿ`]) {
      expect((await storage.readers.sections.findByName(name))?.id, name).to.equal(id);
    }
  });

  it('are not found by part of a name, nor by a pattern', async () => {
    const word = uniqueWord();
    await insert({ name: `part ${word}` });
    for (const name of [word, `part ${word} `, `part%`, `part_${word}`, '%', '']) {
      expect(await storage.readers.sections.findByName(name), name).to.equal(undefined);
    }
  });

  it('reject the name of another section, ignoring case', async () => {
    const word = uniqueWord();
    await insert({ name: `Über ${word}` });
    const other = await insert();
    for (const name of [`Über ${word}`, `über ${word.toUpperCase()}`]) {
      await expectError(insert({ name }), 'section.nameTaken', { name });
      await expectError(
        storage.write(({ sections }) => sections.update(other, { name })),
        'section.nameTaken',
        { name },
      );
    }
    expect((await storage.readers.sections.find(other))?.name).not.to.contain('ber');
  });

  it('may change the case of their own name', async () => {
    const word = uniqueWord();
    const id = await insert({ name: `own ${word}` });
    await storage.write(({ sections }) => sections.update(id, { name: `OWN ${word}` }));
    expect((await storage.readers.sections.find(id))?.name).to.equal(`OWN ${word}`);
  });

  it('free their name when they are deleted', async () => {
    const name = `again ${uniqueWord()}`;
    const id = await insert({ name });
    await storage.write(({ sections }) => sections.delete(id));
    expect(await insert({ name })).to.be.greaterThan(id);
  });

  it('are sorted by order (unset first), then by the byte length of the name, then bytewise', async () => {
    const word = uniqueWord();
    const expected = [
      { name: `D${word}`, order: null },
      { name: `a${word}`, order: null },
      { name: `a ${word}`, order: null },
      { name: `ab${word}`, order: null },
      { name: `é${word}`, order: null },
      { name: `abc${word}`, order: null },
      { name: `日${word}`, order: null },
      { name: `\uffee${word}`, order: null },
      { name: `\uffeea${word}`, order: null },
      { name: `😀${word}`, order: null },
      { name: `z-long-${word}`, order: 0 },
      { name: `c${word}`, order: 1 },
      { name: `aa${word}`, order: 1 },
      { name: `b${word}`, order: 2 },
      { name: `Q${word}`, order: 10 },
    ];
    for (const values of expected.toReversed()) await insert(values);
    const listed = (await collect(storage.readers.sections.list())).filter(({ name }) => name.endsWith(word));
    expect(listed.map(({ name, order }) => ({ name, order }))).to.deep.equal(expected);
  });

  it('report whether they have subsections', async () => {
    const id = await insert();
    await storage.write(({ subnets }) => subnets.insert(newFolder(id)));
    expect(await storage.readers.sections.hasChildren(id)).to.equal(false);
    const child = await insert({ masterSection: id });
    expect(await storage.readers.sections.hasChildren(id)).to.equal(true);
    await storage.write(({ sections }) => sections.update(child, { masterSection: null }));
    expect(await storage.readers.sections.hasChildren(id)).to.equal(false);
  });
});
